/**
 * Lists may lag behind our own recent writes. Until the settle time is over, a list is not trusted for such an object:
 * it is read by its id or, if that is not possible, compared with the state of the last sync. An object we deleted
 * counts as deleted, even if a list still shows it.
 */
import type { KindName } from '../kinds/registry.ts';
import { isUnseen, type Base, type BaseEntry } from '../model/base.ts';
import type { KindReading, RemoteRecord } from '../model/snapshot.ts';
import type { Client } from './client.ts';

export interface Circumstances {
  readonly base: Base;
  readonly now: () => number;
  /** Milliseconds by which a list may lag. */
  readonly settle: number;
}

type Read = Extract<KindReading, { type: 'read' }>;

export async function settle(
  client: Client,
  kind: KindName,
  reading: Read,
  circumstances: Circumstances,
): Promise<KindReading> {
  const { written, deleted } = doubtful(kind, reading, circumstances);
  if (written.length + deleted.length === 0) return reading;
  if (client.can(kind, 'read')) return readSingly(client, kind, reading, [...written, ...deleted]);
  const records = new Map(reading.records);
  for (const id of [...written, ...deleted]) records.delete(id);
  return { type: 'read', records, ...(written.length > 0 && { unseen: new Set(written) }) };
}

interface Doubts {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

/** The ids whose latest state the list may not show. */
export function doubtful(
  kind: KindName,
  { records }: Pick<Read, 'records'>,
  { base, now, settle: window }: Circumstances,
): Doubts {
  const isLately = (at: number | undefined): boolean => at !== undefined && Math.abs(now() - at) < window;
  const written = [...base.entries.values()].filter(
    (entry) => entry.kind === kind && isLately(entry.writtenAt) && mayBeBehind(records.get(entry.id), entry),
  );
  const deleted = [...(base.deleted ?? [])].filter(([id, at]) => isLately(at) && records.has(id));
  return { written: written.map(({ id }) => id), deleted: deleted.map(([id]) => id) };
}

/** If the result of our write was never seen, the object may also be unchanged. */
function mayBeBehind(listed: RemoteRecord | undefined, { updatedAt, leaves }: BaseEntry): boolean {
  return isBehind(listed, updatedAt) || Object.values(leaves).some(({ answered }) => isUnseen(answered));
}

function isBehind(listed: RemoteRecord | undefined, known: string | undefined): boolean {
  if (!listed) return true;
  if (listed.updatedAt === undefined || known === undefined) return false;
  return Date.parse(listed.updatedAt) < Date.parse(known);
}

export async function readSingly(client: Client, kind: KindName, reading: Read, ids: readonly string[]): Promise<Read> {
  const seen = new Map(reading.records);
  await Promise.all(
    ids.map(async (id) => {
      const record = await client.read(kind, id);
      if (record) seen.set(id, record);
      else seen.delete(id);
    }),
  );
  return { ...reading, records: seen };
}
