/**
 * Fields that no file manages, as digests of their last seen values. They are never pushed. They only show that
 * somebody has changed such a field on the target, which a comparison with the file cannot show.
 *
 * A digest covers a top-level field, without the leaves that the file manages, without credentials and without what the
 * service adds. Empty fields have no digest, so an entry only grows with actual content. A recorded digest stays until
 * somebody pulls the change into the file: an unrelated sync does not hide it.
 */
import { type Json, type Path } from '../../values/json.ts';
import { factKeys, isInFile } from '../../kinds/file-form.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import type { Base, BaseEntry } from '../../model/base.ts';
import { recordsOf, type RemoteRecord, type Snapshot } from '../../model/snapshot.ts';
import { canonical } from '../../values/canonical.ts';
import { credentialPaths, isSensitiveLeaf } from './credentials.ts';
import { declaredPart } from './declared-part.ts';
import { keysOf, leavesOf } from '../../values/leaves.ts';
import { onceEach } from '../../values/once-each.ts';
import type { PlanInput } from '../context.ts';

type Seen = NonNullable<BaseEntry['seen']>;
type Digest = (canonical: string) => string;

/** In place of a digest: the field was not shown, so its value is unknown. */
const NOT_SHOWN = '?';
/** Before a digest: the service itself put the value there, in answer to a write of ours. */
const COMPUTED = '+';
/** In place of a digest: the field had already changed when the file started to manage another part of it. */
const CHANGED = '!';

/** The fields of a kind that a file could have and that contain no credential. Asked for with each object. */
const fieldsOf = ({ kind, hasFacts }: RemoteRecord): readonly string[] =>
  hasFacts ? [...fieldsOfKind(kind), ...factKeys(kindNamed(kind))] : fieldsOfKind(kind);

const fieldsOfKind = onceEach((kind: KindName): readonly string[] =>
  Object.entries(kindNamed(kind).fields)
    .filter(([name, field]) => isInFile(field) && !isSensitiveLeaf({ kind }, name))
    .map(([name]) => name),
);

/** A record's values in the fields that these leaves do not manage. */
export function seenIn(record: RemoteRecord, managed: Iterable<string>, digest: Digest): Seen {
  const scope = scopeOf(record, managed);
  const seen = fieldsOf(record).map((name) => [name, seenOf(name, scope, digest)] as const);
  return Object.fromEntries(seen.filter((each): each is [string, string] => each[1] !== undefined));
}

interface Scope {
  readonly record: RemoteRecord;
  readonly managed: readonly (readonly string[])[];
  /** The fields that are managed whole, with everything in them. */
  readonly whole: ReadonlySet<string>;
}

/**
 * Credentials count as managed, so they are never compared. A list is one leaf, so a credential in it excludes the
 * whole list.
 */
function scopeOf(record: RemoteRecord, leaves: Iterable<string>): Scope {
  const credentials = credentialPaths(record.kind, record.fields).map((path) => path.map(String));
  const managed = [...Array.from(leaves, keysOf), ...credentials];
  return { record, managed, whole: new Set(managed.flatMap((keys) => (keys.length === 1 ? keys : []))) };
}

/** Undefined if the field is empty. */
function seenOf(name: string, { record, managed, whole }: Scope, digest: Digest): string | undefined {
  if (record.hidden.includes(name)) return NOT_SHOWN;
  const value = record.fields[name];
  const isDefault = value === kindNamed(record.kind).fields[name]?.schema.default;
  if (value === undefined || isDefault || whole.has(name)) return undefined;
  const declared = declaredPart(kindNamed(record.kind).fields[name]?.schema ?? {}, value);
  const leaves = [...leavesOf({ [name]: declared })].filter(
    ([leaf, each]) => !isEmpty(each) && isFree(keysOf(leaf), managed),
  );
  return leaves.length === 0 ? undefined : digest(canonical(Object.fromEntries(leaves)));
}

/** True if a leaf is neither managed nor inside or around a managed one. */
export const isFree = (keys: readonly string[], managed: readonly Path[]): boolean =>
  !managed.some((other) => {
    const shared = Math.min(keys.length, other.length);
    return keys.slice(0, shared).every((key, index) => key === other[index]);
  });

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || value === false || (typeof value === 'object' && Object.keys(value).length === 0);

interface Following {
  /** The entry in the base before. */
  readonly present: Pick<BaseEntry, 'leaves' | 'seen'> | undefined;
  /** The fields that the file manages from now on. */
  readonly leaves: BaseEntry['leaves'];
  /** The object before and after the write, if it was shown. */
  readonly before: RemoteRecord | undefined;
  readonly after: RemoteRecord | undefined;
  /** True if nobody else can have written between the two. */
  readonly isConditional?: boolean | undefined;
  readonly digest: Digest;
}

/** The seen values after a document was written or adopted; undefined if nothing was shown. */
export function seenAfter({ present, leaves, before, after, isConditional, digest }: Following): Seen | undefined {
  const record = after ?? before;
  if (!record) return present?.seen;
  if (!present?.seen) {
    const isCreated = !present && !before;
    return (isCreated ? computedIn : seenIn)(record, Object.keys(leaves), digest);
  }
  const now = seenIn(record, Object.keys(leaves), digest);
  const earlier = before && seenIn(before, Object.keys(leaves), digest);
  const lastSeen = present.seen;
  const unseen = before ? new Set(changedSince({ seen: lastSeen, leaves: present.leaves }, before, digest)) : new Set();
  const followed = fieldsOf(record).map((name): [string, string | undefined] => {
    if (managedIn(name, present.leaves) !== managedIn(name, leaves))
      return [name, unseen.has(name) && now[name] !== undefined ? CHANGED : now[name]];
    // It was as known until our write, so the write changed it, unless somebody else could write between the two.
    const isOurs = earlier && isConditional && !unseen.has(name);
    const isComputed = isOurs && now[name] !== undefined && now[name] !== earlier[name];
    return [name, isComputed ? computed(now[name]!) : lastSeen[name]];
  });
  return Object.fromEntries(followed.filter((each): each is [string, string] => each[1] !== undefined));
}

/** The same as `seenIn`, for the answer to a creation: the service has added whatever the file did not have. */
export const computedIn = (record: RemoteRecord, managed: Iterable<string>, digest: Digest): Seen =>
  Object.fromEntries(Object.entries(seenIn(record, managed, digest)).map(([name, seen]) => [name, computed(seen)]));

const computed = (digest: string): string => (digest === NOT_SHOWN ? digest : `${COMPUTED}${digest}`);

const digestOf = (seen: string | undefined): string | undefined =>
  seen?.startsWith(COMPUTED) ? seen.slice(COMPUTED.length) : seen;

const managedIn = (name: string, leaves: BaseEntry['leaves']): string =>
  Object.keys(leaves)
    .filter((leaf) => keysOf(leaf)[0] === name)
    .sort()
    .join();

/** The unmanaged fields of an object that changed since they were last seen. */
export function changedSince(
  { seen, leaves }: Pick<BaseEntry, 'seen' | 'leaves'>,
  record: RemoteRecord,
  digest: Digest,
): readonly string[] {
  if (!seen) return [];
  const now = seenIn(record, Object.keys(leaves), digest);
  return fieldsOf(record).filter(
    (name) => now[name] !== digestOf(seen[name]) && now[name] !== NOT_SHOWN && seen[name] !== NOT_SHOWN,
  );
}

/** True if an unmanaged field still has the value that the service itself put there. */
export function isComputed(
  name: string,
  { seen, leaves }: Pick<BaseEntry, 'seen' | 'leaves'>,
  record: RemoteRecord,
  digest: Digest,
): boolean {
  const now = seenOf(name, scopeOf(record, Object.keys(leaves)), digest);
  return now !== undefined && seen?.[name] === computed(now);
}

/** The seen values, with these fields updated to their current values. */
export function withFieldsSeen(
  { seen, leaves }: Pick<BaseEntry, 'seen' | 'leaves'>,
  fields: readonly string[],
  record: RemoteRecord,
  digest: Digest,
): Seen {
  const now = seenIn(record, Object.keys(leaves), digest);
  const entries = Object.entries({ ...seen, ...Object.fromEntries(fields.map((name) => [name, now[name]])) });
  return Object.fromEntries(entries.filter((each): each is [string, string] => each[1] !== undefined));
}

/**
 * The base with values it has not seen yet, such as fields that were not shown until now. Returns the same base if there is nothing to learn, so that a sync without changes writes nothing.
 */
export function withSeen(base: Base, snapshot: Snapshot, digest: Digest): Base {
  const learnt = [...base.entries].flatMap(([address, entry]): readonly [string, BaseEntry][] => {
    const isKnown = entry.seen && !Object.values(entry.seen).includes(NOT_SHOWN);
    const record = isKnown ? undefined : recordsOf(snapshot, entry.kind).get(entry.id);
    if (!record) return [];
    const now = seenIn(record, Object.keys(entry.leaves), digest);
    const seen = entry.seen ? filledIn(entry.seen, now) : now;
    return entry.seen && canonical(seen) === canonical(entry.seen) ? [] : [[address, { ...entry, seen }]];
  });
  return learnt.length === 0 ? base : { ...base, entries: new Map([...base.entries, ...learnt]) };
}

function filledIn(seen: Seen, now: Seen): Seen {
  const names = Object.keys(seen).filter((name) => seen[name] !== NOT_SHOWN || now[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, seen[name] === NOT_SHOWN ? now[name]! : seen[name]!]));
}

/** Fields of a managed object that its file does not have and that somebody changed on the target. */
export interface UnmanagedFields {
  /** The document's address. */
  readonly address: string;
  readonly kind: KindName;
  /** The id on the target. */
  readonly id: string;
  /** The paths of the fields, with dots. */
  readonly fields: readonly string[];
}

export function unmanagedFields({ broadcast, base, snapshot, choices, digest }: PlanInput): readonly UnmanagedFields[] {
  return [...base.entries].flatMap(([address, entry]): readonly UnmanagedFields[] => {
    const { kind, id } = entry;
    const entity = broadcast.entities.get(address);
    const record = recordsOf(snapshot, kind).get(id);
    if (!record || entity?.kind !== kind || !choices.only(address)) return [];
    // The differ compares fields that the file has in the meantime.
    const written = leavesOf(entity.fields);
    const fields = changedSince(entry, record, digest).filter((name) => !written.has(name));
    return fields.length === 0 ? [] : [{ address, kind, id, fields }];
  });
}
