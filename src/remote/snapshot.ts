/** Reads a target's objects, kind by kind: present, absent or unknown. */
import { RemoteError } from '../diagnostics/errors.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { Base, BaseEntry } from '../model/base.ts';
import type { KindReading, RemoteRecord, Snapshot } from '../model/snapshot.ts';
import type { Client } from './client.ts';
import { explainBroadcastRoot } from './explain.ts';
import { Intake } from './intake.ts';
import { sensitiveFields } from './record.ts';
import { doubtful, readSingly, settle, type Circumstances } from './settle.ts';
import { stopsRun } from './stops-run.ts';

export interface SnapshotOptions extends Circumstances {
  readonly target: string;
}

/** Reads those of these kinds that were not read yet. Returns everything that was read so far. */
export type ReadKinds = (kinds: Iterable<KindName>) => Promise<Snapshot>;

/** A kind that cannot be read is unknown, and the others are still read. Failures of the whole target are thrown. */
export function snapshotOf(client: Client, options: SnapshotOptions): ReadKinds {
  // `dev` keeps its client, and the cause of the last failure may be over.
  client.resume();
  const { requests } = client.counts();
  const reader = within(client, new Intake());
  const startedAt = options.now();
  const known = new Map<KindName, KindReading>();
  return async (kinds) => {
    const missing = [...new Set(kinds)].filter((kind) => !known.has(kind));
    const readings = await Promise.all(
      missing.map(async (kind) => [kind, await readKind(reader, kind, options)] as const),
    );
    for (const [kind, reading] of readings) known.set(kind, reading);
    return {
      target: options.target,
      kinds: new Map(known),
      startedAt,
      requests: client.counts().requests - requests,
    };
  };
}

/** All lists and objects of a snapshot are in memory at once, so they share one limit. */
const within = (client: Client, intake: Intake): Client => ({
  ...client,
  list: (kind) => client.list(kind, { intake }),
  read: (kind, id) => client.read(kind, id, { intake }),
});

async function readKind(client: Client, kind: KindName, options: SnapshotOptions): Promise<KindReading> {
  if (kindNamed(kind).single) return readBroadcast(client, kind);
  const listed = await client.list(kind);
  if (listed.type === 'unknown') return withManagedOnes(client, kind, listed, options);
  if (listed.type === 'unreadable') return listed;
  try {
    const settled = await settle(client, kind, listed, options);
    if (settled.type !== 'read') return settled;
    const { base } = options;
    return await withHiddenFields(client, kind, await withMissingOnes(client, kind, settled, base), base);
  } catch (error) {
    if (!(error instanceof RemoteError) || stopsRun(error)) throw error;
    return { type: 'unknown', reason: error.message, records: listed.records };
  }
}

async function readBroadcast(client: Client, kind: KindName): Promise<KindReading> {
  try {
    const record = await client.read(kind);
    if (!record) throw explainBroadcastRoot(client.broadcastId, 404);
    return { type: 'read', records: new Map([[record.id, record]]) };
  } catch (error) {
    if (!(error instanceof RemoteError) || stopsRun(error) || error.type === 'not-found') throw error;
    if (error.type === 'forbidden') throw explainBroadcastRoot(client.broadcastId, 403);
    return { type: 'unknown', reason: error.message, records: new Map() };
  }
}

/** For more objects than this, reading one by one would take longer than waiting until the list works again. */
const MOST_SINGLY = 300;
const AT_ONCE = 8;

/**
 * Managed objects that an incomplete list lacks, or does not show fully, are read by their id. Updates can then go on,
 * while creations and deletions of the kind wait.
 */
async function withManagedOnes(
  client: Client,
  kind: KindName,
  reading: Extract<KindReading, { type: 'unknown' }>,
  options: SnapshotOptions,
): Promise<KindReading> {
  const managed = [...options.base.entries.values()].filter((entry) => entry.kind === kind);
  const { written, deleted } = doubtful(kind, reading, options);
  const doubts = new Set([...written, ...deleted]);
  const isShown = (entry: BaseEntry): boolean => {
    const record = reading.records.get(entry.id);
    if (!record || doubts.has(entry.id)) return false;
    return !isPartial(record) || isUnchanged(record, entry);
  };
  const unseen = managed.filter((entry) => !isShown(entry) && client.can(kind, 'read', entry.id)).map(({ id }) => id);
  const records = new Map(reading.records);
  const left = unseen.slice(0, MOST_SINGLY);
  const readSome = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      const record = await client.read(kind, id);
      if (record) records.set(id, record);
      else records.delete(id);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, readSome));
  } catch (error) {
    // If one cannot be read, trying the others would only take time.
    left.length = 0;
    if (!(error instanceof RemoteError) || stopsRun(error)) throw error;
  }
  const more = unseen.length - MOST_SINGLY;
  const reason =
    more > 0
      ? `${reading.reason}; ${more} managed ${more === 1 ? 'object was' : 'objects were'} not read by id either`
      : reading.reason;
  return { type: 'unknown', reason, records };
}

/** Managed objects that a complete list lacks: a filter or an index of the service may have left them out. */
function withMissingOnes(
  client: Client,
  kind: KindName,
  reading: Extract<KindReading, { type: 'read' }>,
  base: Base,
): Promise<Extract<KindReading, { type: 'read' }>> {
  const isMissing = ({ kind: of, id }: BaseEntry): boolean =>
    of === kind && !reading.records.has(id) && !reading.unseen?.has(id) && client.can(kind, 'read', id);
  const missing = [...base.entries.values()].filter(isMissing).map(({ id }) => id);
  return missing.length === 0 ? Promise.resolve(reading) : readSingly(client, kind, reading, missing);
}

/** Objects with hidden fields in the list are read one by one, unless they have not changed since the last sync. */
async function withHiddenFields(
  client: Client,
  kind: KindName,
  reading: Extract<KindReading, { type: 'read' }>,
  base: Base,
): Promise<KindReading> {
  if (!client.can(kind, 'read')) return reading;
  const partial = [...reading.records.values()].filter(isPartial);
  if (partial.length === 0) return reading;
  const known = new Map([...base.entries.values()].map((entry) => [entry.id, entry]));
  const changed = partial.filter((record) => !isUnchanged(record, known.get(record.id)));
  return readSingly(
    client,
    kind,
    reading,
    changed.map(({ id }) => id),
  );
}

/** True if a single read would show fields that are hidden here. */
const isPartial = ({ kind, hidden }: RemoteRecord): boolean =>
  hidden.some((name) => !sensitiveFields(kind).includes(name));

function isUnchanged({ updatedAt }: RemoteRecord, entry: BaseEntry | undefined): boolean {
  if (updatedAt === undefined || entry?.updatedAt === undefined || entry.edited) return false;
  return updatedAt === entry.updatedAt || Date.parse(updatedAt) === Date.parse(entry.updatedAt);
}
