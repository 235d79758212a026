/** Reads a target's objects, kind by kind: present, absent or unknown. */
import { RemoteError } from '../diagnostics/errors.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { isUnseen, shownBy, type Base, type BaseEntry } from '../model/base.ts';
import type { KindReading, RemoteRecord, Snapshot } from '../model/snapshot.ts';
import type { Client } from './client.ts';
import { Intake } from './listing.ts';
import { sensitiveFields } from './record.ts';
import { inTurn } from '../values/in-turn.ts';
import { stopsRun } from './refusal.ts';

export interface SnapshotOptions {
  readonly target: string;
  readonly base: Base;
  readonly now: () => number;
  /** Milliseconds by which the target may lag behind a write. */
  readonly settle: number;
}

type Reading = Pick<SnapshotOptions, 'base' | 'settle'> & Pick<Snapshot, 'startedAt'>;

/** Reads those of these kinds that were not read yet. Returns everything that was read so far. */
export type ReadKinds = (kinds: Iterable<KindName>) => Promise<Snapshot>;

/** A kind that cannot be read is unknown, and the others are still read. Failures of the whole target are thrown. */
export function snapshotOf(client: Client, options: SnapshotOptions): ReadKinds {
  // `dev` keeps its client, and the cause of the last failure may be over.
  client.resume();
  const { requests } = client.counts();
  const reader = within(client, new Intake());
  const startedAt = options.now();
  const readingByKind = new Map<KindName, KindReading>();
  return async (kinds) => {
    const missing = [...new Set(kinds)].filter((kind) => !readingByKind.has(kind));
    const readings = await Promise.all(
      missing.map(async (kind) => [kind, await readKind(reader, kind, { ...options, startedAt })] as const),
    );
    for (const [kind, reading] of readings) readingByKind.set(kind, reading);
    return {
      target: options.target,
      kinds: new Map(readingByKind),
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

async function readKind(client: Client, kind: KindName, options: Reading): Promise<KindReading> {
  if (kindNamed(kind).single) return readBroadcast(client, kind);
  const listed = await client.list(kind);
  if (listed.type === 'unreadable') return listed;
  return listed.type === 'unknown'
    ? withManagedOnes(client, kind, listed, options)
    : withDoubtfulOnes(client, kind, listed, options);
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

type Listed = Pick<Extract<KindReading, { type: 'read' }>, 'records'>;

/**
 * Objects that a complete list does not show as they are now are read by their id: those that we wrote lately, managed
 * ones that it lacks (a filter or an index of the service may have left them out), and those with hidden fields, unless
 * they have not changed since the last sync.
 *
 * Lists and objects may lag behind our own recent writes. Until the settle time is over, neither is trusted about such an
 * object: if it cannot be read by its id, or that finds nothing, it counts as in the state of the last sync. An object we
 * deleted counts as deleted, even if a list still shows it.
 */
async function withDoubtfulOnes(
  client: Client,
  kind: KindName,
  listed: Listed,
  options: Reading,
): Promise<KindReading> {
  const { written, deleted } = writtenLately(kind, listed, options);
  const managed = new Map(managedOnes(kind, options).map((entry) => [entry.id, entry]));
  const records = new Map(listed.records);
  const isReadable = client.can(kind, 'read');
  if (!isReadable) for (const id of [...written, ...deleted]) records.delete(id);
  const missing = [...managed.keys()].filter((id) => !records.has(id) && client.can(kind, 'read', id));
  const partial = [...records.values()].filter((each) => isPartial(each) && !isUnchanged(each, managed.get(each.id)));
  const doubtful = isReadable ? [...written, ...deleted, ...partial.map(({ id }) => id)] : [];
  try {
    await readSingly(client, kind, records, [...new Set([...doubtful, ...missing])]);
    const unseen = new Map(
      [...managed].flatMap(([id, { writtenAt }]) => {
        const until = shownBy(writtenAt, options.startedAt, options.settle);
        if (until === undefined || records.has(id)) return [];
        return [[id, isReadable || !listed.records.has(id) ? until : undefined] as const];
      }),
    );
    return { type: 'read', records, ...(unseen.size > 0 && { unseen }) };
  } catch (error) {
    if (!(error instanceof RemoteError) || stopsRun(error)) throw error;
    return { type: 'unknown', reason: error.message, records: listed.records };
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
  options: Reading,
): Promise<KindReading> {
  const { written, deleted } = writtenLately(kind, reading, options);
  const doubts = new Set([...written, ...deleted]);
  const isShown = (entry: BaseEntry): boolean => {
    const record = reading.records.get(entry.id);
    if (!record || doubts.has(entry.id)) return false;
    return !isPartial(record) || isUnchanged(record, entry);
  };
  const isToRead = (entry: BaseEntry): boolean => !isShown(entry) && client.can(kind, 'read', entry.id);
  const unseen = managedOnes(kind, options)
    .filter(isToRead)
    .map(({ id }) => id);
  const records = new Map(reading.records);
  try {
    await readSingly(client, kind, records, unseen.slice(0, MOST_SINGLY), AT_ONCE);
  } catch (error) {
    // If one cannot be read, trying the others would only take time.
    if (!(error instanceof RemoteError) || stopsRun(error)) throw error;
  }
  const more = unseen.length - MOST_SINGLY;
  const reason =
    more > 0
      ? `${reading.reason}; ${more} managed ${more === 1 ? 'object was' : 'objects were'} not read by id either`
      : reading.reason;
  return { type: 'unknown', reason, records };
}

const managedOnes = (kind: KindName, { base }: Reading): readonly BaseEntry[] =>
  [...base.entries.values()].filter((entry) => entry.kind === kind);

async function readSingly(
  client: Client,
  kind: KindName,
  records: Map<string, RemoteRecord>,
  ids: readonly string[],
  atOnce = ids.length,
): Promise<void> {
  await inTurn(ids, atOnce, async (id) => {
    const record = await client.read(kind, id);
    if (record) records.set(id, record);
    else records.delete(id);
  });
}

/** True if a single read would show fields that are hidden here. */
const isPartial = ({ kind, hidden }: RemoteRecord): boolean =>
  hidden.some((name) => !sensitiveFields(kind).includes(name));

function isUnchanged({ updatedAt }: RemoteRecord, entry: BaseEntry | undefined): boolean {
  if (updatedAt === undefined || entry?.updatedAt === undefined || entry.edited) return false;
  return updatedAt === entry.updatedAt || Date.parse(updatedAt) === Date.parse(entry.updatedAt);
}

/** The ids whose latest state the list may not show. */
function writtenLately(kind: KindName, { records }: Listed, { base, startedAt, settle }: Reading) {
  const isLately = (at: number | undefined): boolean => shownBy(at, startedAt, settle) !== undefined;
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

function isBehind(listed: RemoteRecord | undefined, recordedAt: string | undefined): boolean {
  if (!listed) return true;
  if (listed.updatedAt === undefined || recordedAt === undefined) return false;
  return Date.parse(listed.updatedAt) < Date.parse(recordedAt);
}

/**
 * Explains a failure at the root of the broadcast: the one address that involves key, user and broadcast. Surface A never
 * names the broadcast: the key alone decides. So a key without access to the broadcast must stop the run, or the content
 * would go to the broadcast that the key does belong to.
 */
function explainBroadcastRoot(broadcastId: string, status: 403 | 404): RemoteError {
  if (status === 404) {
    return new RemoteError(`this target's key has no access to broadcast ${broadcastId}: wrong broadcast or plan`, {
      type: 'not-found',
      status,
      suggestion: "check the target's `userId` and `broadcastId`, and that the key was created for this broadcast",
    });
  }
  return new RemoteError(`broadcast ${broadcastId} cannot be used through the API: wrong broadcast or plan`, {
    type: 'forbidden',
    status,
    suggestion:
      'the API requires the Pro plan; if the broadcast has it, check that the key was created for this broadcast',
  });
}
