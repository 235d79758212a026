/**
 * Lists may lag behind what we wrote ourselves a moment ago. What a list says of an object that we wrote or deleted
 * lately is believed only after a second look: at the object itself, or at the list again a little later.
 */
import type { KindName } from '../kinds/registry.ts';
import type { Base } from '../model/base.ts';
import type { KindReading, RemoteRecord } from '../model/snapshot.ts';
import type { Sleep } from './budget.ts';
import type { Client } from './client.ts';

export interface Circumstances {
  readonly base: Base;
  readonly now: () => number;
  readonly sleep: Sleep;
}

type Read = Extract<KindReading, { type: 'read' }>;

const LATELY = 30_000;
const SECOND_LOOKS = [500, 1000, 2000, 4000];

export async function settle(
  client: Client,
  kind: KindName,
  first: Read,
  circumstances: Circumstances,
): Promise<KindReading> {
  let reading = first;
  let doubts = doubtful(kind, reading, circumstances);
  if (doubts.length > 0 && client.can(kind, 'read')) return readSingly(client, kind, reading, doubts);
  for (const wait of SECOND_LOOKS) {
    if (doubts.length === 0) break;
    await circumstances.sleep(wait);
    const again = await client.list(kind);
    if (again.type !== 'read') return again;
    reading = again;
    doubts = doubtful(kind, reading, circumstances);
  }
  return reading;
}

/** The ids of which the list may not tell the latest. */
export function doubtful(
  kind: KindName,
  { records }: Pick<Read, 'records'>,
  { base, now }: Circumstances,
): readonly string[] {
  const isLately = (at: number | undefined): boolean => at !== undefined && Math.abs(now() - at) < LATELY;
  const written = [...base.entries.values()].filter(
    (entry) => entry.kind === kind && isLately(entry.writtenAt) && isBehind(records.get(entry.id), entry.updatedAt),
  );
  const deleted = [...(base.deleted ?? [])].filter(([id, at]) => isLately(at) && records.has(id));
  return [...written.map(({ id }) => id), ...deleted.map(([id]) => id)];
}

function isBehind(listed: RemoteRecord | undefined, known: string | undefined): boolean {
  if (!listed) return true;
  if (listed.updatedAt === undefined || known === undefined) return false;
  return Date.parse(listed.updatedAt) < Date.parse(known);
}

export async function readSingly(
  client: Client,
  kind: KindName,
  { records }: Read,
  ids: readonly string[],
): Promise<Read> {
  const seen = new Map(records);
  await Promise.all(
    ids.map(async (id) => {
      const record = await client.read(kind, id);
      if (record) seen.set(id, record);
      else seen.delete(id);
    }),
  );
  return { type: 'read', records: seen };
}
