/** Makes one change on the target and records the result. */
import { InternalError, RemoteError, assertNever } from '../diagnostics/errors.ts';
import type { JsonObject } from '../values/json.ts';
import { kindNamed } from '../kinds/registry.ts';
import { isRecorded, isUnseen, shownBy, type BaseEntry, replacedBy, withReplaced } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { withLeaf } from '../values/leaves.ts';
import type { Change } from '../plan/plan.ts';
import { mergedInto } from '../plan/fields/body.ts';
import { fingerprint } from '../plan/fields/declared-part.ts';
import type { Client } from '../remote/client.ts';
import { isMarked } from '../plan/fields/secrets.ts';
import type { Intent } from '../state/journal-line.ts';
import { createOnce, updateOnce, type Creation } from './lost-replies.ts';
import { entryAfter, type EntryParts } from './entry.ts';
import { intentOf } from './intent.ts';
import type { Progress, Run } from './run.ts';
import { resolve, type Resolved } from './resolve.ts';
import { storedValues, type StoredValue } from './stored-values.ts';

/** The outcome of a change: made, skipped because the object differs from the one in the plan, or not known yet. */
export type Performed =
  | { readonly type: 'made'; readonly id?: string; readonly stored?: readonly StoredValue[] }
  | { readonly type: 'changed-since' }
  /** `sent`: a creation, which may still take effect. */
  | { readonly type: 'open'; readonly why: string; readonly until: number; readonly sent?: true };

export async function perform(change: Change, run: Run, progress: Progress): Promise<Performed> {
  const until = shownBy(progress.entry(change.address)?.writtenAt, run.now(), run.settle);
  if (until === undefined) return attempt(change, run, progress);
  try {
    return await attempt(change, { ...run, client: insisting(run.client) }, progress);
  } catch (error) {
    if (!(error instanceof RemoteError) || error.type !== 'not-found') throw error;
    return { type: 'open', why: NOT_SHOWN, until };
  }
}

export const NOT_SHOWN = 'the target may not show it yet';

/** For an object that we wrote within the settle time: a 404 does not mean that it is gone. */
function insisting(client: Client): Client {
  const fail = (): never => {
    throw new RemoteError(NOT_SHOWN, { type: 'not-found' });
  };
  return {
    ...client,
    read: async (...given) => (await client.read(...given)) ?? fail(),
    delete: async (...given) => (await client.delete(...given)) || fail(),
  };
}

async function attempt(change: Change, run: Run, progress: Progress): Promise<Performed> {
  switch (change.action) {
    case 'create':
    case 'replace':
      return make(change, run, progress);
    case 'update':
      return update(change, run, progress);
    case 'delete':
      return remove(change, run, progress);
    case 'adopt':
    case 'move':
      return takeOver(change, run, progress);
    case 'forget':
      await leave(change.address, change.settles ?? [], run, progress);
      return { type: 'made' };
    case 'drift':
    case 'conflict':
    case 'manual':
      throw new InternalError(`${change.action} ${change.address} must be decided by a person`);
    default:
      return assertNever(change.action);
  }
}

async function make(change: Change, run: Run, progress: Progress): Promise<Performed> {
  const { address } = change;
  if (change.action === 'replace' && (await isChanged(change, run, progress))) return { type: 'changed-since' };
  const { named, wire, secrets } = resolve(change, { idOf: progress.idOf, secret: run.secret });
  const present = progress.entry(address);
  const first = intentOf(change, { named, idempotencyKey: run.keyFor(change), at: run.now(), present }, run);
  const intent = { ...first, idempotencyKey: run.sentBefore(first)?.idempotencyKey ?? first.idempotencyKey };
  const creation = await send(intent, { wire, secrets }, run);
  if (creation.type === 'open') return { type: 'open', why: creation.why, until: run.now() + run.settle, sent: true };
  const { id, record } = creation;
  const entry = await entryOf(change, { id, named, sent: intent.leaves, record }, run, progress);
  const replaced = change.action === 'replace' && change.id !== undefined ? [change.id] : [];
  const older = change.action === 'replace' && present ? replacedBy(present) : [];
  const settles = [intent.idempotencyKey, ...(change.settles ?? [])];
  await write(address, { entry: withReplaced(entry, [...replaced, ...older]), record, settles }, run, progress);
  // The file has moved, and its object was deleted on the target.
  if (change.from !== undefined) await leave(change.from, [], run, progress);
  return { type: 'made', id, stored: storedValues({ change, named, record, present: undefined, entry }) };
}

/** Forgets the entry at an address, unless another document moved there in this run. */
async function leave(address: string, settles: readonly string[], run: Run, progress: Progress): Promise<void> {
  if (progress.isArrivedAt(address)) return run.journal.append({ type: 'dropped', address, settles });
  await run.journal.append({ type: 'forgotten', address, settles });
  progress.forget(address);
}

/** Until the outcome is known, the intent records the latest time at which the request can have been sent. */
async function send(
  intent: Intent,
  { wire, secrets }: Pick<Resolved, 'wire' | 'secrets'>,
  run: Run,
): Promise<Creation> {
  const { client, journal, now } = run;
  const { kind, idempotencyKey } = intent;
  const creation = await intending(intent, run, () => createOnce({ kind, wire, secrets, idempotencyKey }, client));
  if (creation.type === 'open') {
    await journal.append({ ...intent, leftBy: now(), ...(creation.confirmed && { confirmed: true as const }) });
  }
  return creation;
}

/** Recorded before it is sent. Once it is certain that nothing was created, the intent is withdrawn. */
async function intending<T>(intent: Intent, { journal }: Run, request: () => Promise<T>): Promise<T> {
  await journal.append(intent);
  try {
    return await request();
  } catch (error) {
    if (error instanceof RemoteError && error.made === 'no') {
      await journal.append({ type: 'dropped', address: intent.address, settles: [intent.idempotencyKey] });
    }
    throw error;
  }
}

async function update(change: Change, run: Run, progress: Progress): Promise<Performed> {
  const { address, kind } = change;
  const id = change.id ?? progress.idOf(address)!;
  const placed = { ...change, id };
  const current = await currentRecord(placed, run, progress);
  if (differs(placed, current, run, progress)) return { type: 'changed-since' };
  // What others keep beside our values in an object without declared keys may have changed since the plan.
  const body = current ? { ...change, after: mergedInto(current.fields, change) } : change;
  const { named, wire, secrets } = resolve(body, { idOf: progress.idOf, secret: run.secret });
  const intent = intentOf(placed, { named, idempotencyKey: run.keyFor(change), at: run.now() }, run);
  const record = await intending(intent, run, () =>
    updateOnce({ kind, id, wire, secrets, etag: current?.etag }, run.client),
  );
  const present = progress.entry(address);
  const isConditional = current?.etag !== undefined;
  const entry = await entryOf(change, { id, named, sent: intent.leaves, record, isConditional }, run, progress);
  const settles = [intent.idempotencyKey, ...(change.settles ?? [])];
  await write(address, { entry, record, settles }, run, progress);
  return { type: 'made', id, stored: storedValues({ change, named, record, present, entry }) };
}

async function remove(change: Change, run: Run, progress: Progress): Promise<Performed> {
  const { address, kind } = change;
  const id = change.id!;
  const placed = { ...change, id };
  const current = await currentRecord(placed, run, progress);
  if (differs(placed, current, run, progress)) return { type: 'changed-since' };
  const record = current ?? progress.seen(kind, id);
  await run.keepInTrash({ address, kind, id, fields: withoutSecrets(record?.fields ?? {}, progress.entry(address)) });
  await run.client.delete(kind, id, { etag: current?.etag });
  await run.journal.append({ type: 'deleted', address, id, at: run.now(), settles: change.settles ?? [] });
  progress.deleted(address, id);
  return { type: 'made', id };
}

/** Values of fields that files fill with secrets. What is declared to be a credential is in no record. */
export function withoutSecrets(fields: JsonObject, entry: BaseEntry | undefined): JsonObject {
  const secret = Object.entries(entry?.leaves ?? {}).filter(([, { sent }]) => isMarked(sent));
  return secret.reduce((copy, [name]) => withLeaf(copy, name, undefined), fields);
}

async function takeOver(change: Change, run: Run, progress: Progress): Promise<Performed> {
  const { address, from, settles = [] } = change;
  const present = from === undefined ? progress.entry(address) : progress.former(from);
  const text = syncedText(change);
  const body = text === undefined ? present?.body : await run.keepBody(text);
  const nothing = { named: {}, sent: {}, record: undefined, before: progress.seen(change.kind, change.id!) };
  const known = entryAfter({ change, id: change.id!, ...nothing, present, body, digest: run.digest });
  // A request of an interrupted run wrote it, at the latest now.
  const entry = settles.length === 0 ? known : { ...known, writtenAt: run.now() };
  if (from !== undefined) {
    await run.journal.append({ type: 'moved', address, from, entry, settles });
    // The journal moves an object; one that was made again has a different id.
    if (present && present.id !== entry.id) await leave(from, [], run, progress);
    else if (!progress.isArrivedAt(from)) progress.forget(from);
  } else await run.journal.append({ type: 'written', address, entry, settles });
  progress.written(address, entry);
  return { type: 'made', id: entry.id };
}

type Answered = Pick<EntryParts, 'id' | 'named' | 'sent' | 'record' | 'isConditional'>;

async function entryOf(change: Change, answered: Answered, run: Run, progress: Progress): Promise<BaseEntry> {
  if (!answered.record) progress.notSeen({ change, ...answered });
  const present = progress.entry(change.address);
  const text = syncedText(change);
  const body = text === undefined ? present?.body : await run.keepBody(text);
  const { digest, now } = run;
  // A new object has nothing in common with a previous one except the address.
  const before = change.action === 'update' ? present : undefined;
  // A replacement keeps what others typed into fields that no file has, so that is still reported.
  const replaced = change.action === 'replace' ? present : undefined;
  const found = (before ?? replaced) && progress.latest(change.kind, change.id ?? answered.id);
  return entryAfter({ change, ...answered, present: before, replaced, before: found, body, writtenAt: now(), digest });
}

/**
 * The file's text, if it is sent or known to equal the target's. Any other text is not that of the last sync: in a
 * merge, it would hide what the file changed.
 */
function syncedText({ action, kind, body, sets, agreed }: Change): string | undefined {
  const field = kindNamed(kind).body ?? '';
  const leaf = agreed[field];
  const isSent = action === 'create' || action === 'replace' || sets.includes(field);
  const isEqual = isRecorded(leaf) && !isUnseen(leaf.answered);
  return isSent || isEqual ? body : undefined;
}

async function write(
  address: string,
  { entry, record, settles }: { entry: BaseEntry; record: RemoteRecord | undefined; settles: readonly string[] },
  run: Run,
  progress: Progress,
): Promise<void> {
  await run.journal.append({ type: 'written', address, entry, settles });
  progress.written(address, entry, record);
}

/** A change of an existing object. */
type Placed = Change & { readonly id: string };

/** The current object if it can be read by its id, otherwise the one from the last list. */
async function currentRecord({ kind, id }: Placed, run: Run, progress: Progress): Promise<RemoteRecord | undefined> {
  if (kindNamed(kind).single || run.client.can(kind, 'read', id)) return run.client.read(kind, id);
  return progress.seen(kind, id);
}

async function isChanged(change: Change, run: Run, progress: Progress): Promise<boolean> {
  if (change.id === undefined) return false;
  const placed = { ...change, id: change.id };
  return differs(placed, await currentRecord(placed, run, progress), run, progress);
}

/** True if the object differs from the one that the plan was made from. Our own writes in this run do not count. */
function differs(change: Placed, current: RemoteRecord | undefined, run: Run, progress: Progress): boolean {
  const print = (record: RemoteRecord): string => fingerprint(record, change, run);
  const written = progress.lastSent(change.id);
  const expected = written ? print(written) : change.fingerprint;
  if (expected === undefined) return false;
  // An object that is already gone needs no deletion. For any other change, a missing object is unexpected.
  if (!current) return change.action !== 'delete';
  if (expected === print(current)) return false;
  const latest = progress.latest(change.kind, change.id);
  return !latest || current.updatedAt !== latest.updatedAt || expected !== print(shownIn(latest, current));
}

/** A list may hide fields that the object itself shows. Only the modification time reveals changes in those. */
function shownIn({ hidden }: RemoteRecord, current: RemoteRecord): RemoteRecord {
  const shown = Object.entries(current.fields).filter(([name]) => !hidden.includes(name));
  return { ...current, fields: Object.fromEntries(shown) };
}
