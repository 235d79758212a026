/** The base entry of a document after its change was made. */
import type { JsonObject } from '../values/json.ts';
import { isSecretReference } from '../values/secret-reference.ts';
import type { BaseEntry, BaseLeaf } from '../model/base.ts';
import type { RemoteRecord } from '../model/snapshot.ts';
import { canonical } from '../values/canonical.ts';
import { echoDigest } from '../plan/fields/echo.ts';
import { isInside, leafAt, topLevelKey } from '../values/leaves.ts';
import type { Change } from '../plan/plan.ts';
import { holdsSecret } from '../plan/fields/secrets.ts';
import { computedIn, seenAfter, seenIn } from '../plan/fields/unmanaged.ts';

export interface EntryParts {
  readonly change: Change;
  readonly id: string;
  /** The sent body, with secrets by name, and the digests of its leaves. */
  readonly named: JsonObject;
  readonly sent: Readonly<Record<string, string>>;
  /** The service's version of it; undefined if the service did not return one. */
  readonly record: RemoteRecord | undefined;
  readonly present: BaseEntry | undefined;
  /** The entry of the object that this one replaces. */
  readonly replaced?: BaseEntry | undefined;
  /** The object as it was found before the change. */
  readonly before: RemoteRecord | undefined;
  /** The request was refused if somebody else had changed the object in between. */
  readonly isConditional?: boolean | undefined;
  readonly body: string | undefined;
  readonly writtenAt?: number;
  readonly digest: (canonical: string) => string;
}

export function entryAfter(parts: EntryParts): BaseEntry {
  const { change, id, record, present, body, writtenAt } = parts;
  const kept = Object.entries({ ...present?.leaves, ...change.agreed }).filter(([name]) => !isReplacedBy(change, name));
  const set = change.sets.map((name): [string, BaseLeaf] => [name, leafAfter(name, parts)]);
  // The time before a write that was not read back would make the write look like somebody else's.
  const earlier = writtenAt === undefined ? (change.updatedAt ?? present?.updatedAt) : undefined;
  const updatedAt = record?.updatedAt ?? earlier;
  const written = writtenAt ?? present?.writtenAt;
  const replaces = change.replaces ?? present?.replaces;
  const leaves = Object.fromEntries([...kept, ...set]);
  const seen = seenAfter({
    present: present ?? parts.replaced,
    leaves,
    before: parts.before,
    after: record,
    isConditional: parts.isConditional,
    digest: parts.digest,
  });
  return {
    kind: change.kind,
    id,
    leaves,
    ...(seen && { seen }),
    ...(updatedAt !== undefined && { updatedAt }),
    ...(change.edited && { edited: true as const }),
    ...(written !== undefined && { writtenAt: written }),
    ...(change.protect && { protect: true as const }),
    ...(body !== undefined && { body }),
    ...(replaces !== undefined && { replaces }),
  };
}

type Replacing = Pick<Change, 'drops' | 'fields' | 'sets'>;

/** True for what the change clears, and for a group of fields that became a single value, or the reverse. */
export const isReplacedBy = ({ drops, fields, sets }: Replacing, leaf: string): boolean =>
  drops.includes(leaf) ||
  sets.some((name) => isInside(name, leaf)) ||
  fields.some(({ name, after }) => (name === leaf && after === undefined) || isInside(leaf, name));

/** The same entry, once the service's answer has been read. */
export function withAnswer(
  entry: BaseEntry,
  { change, ...parts }: Pick<EntryParts, 'change' | 'named' | 'record' | 'digest'>,
): BaseEntry {
  const sent = Object.fromEntries(Object.entries(entry.leaves).map(([name, leaf]) => [name, leaf.sent]));
  const answered = change.sets
    .filter((name) => entry.leaves[name] !== undefined)
    .map((name): [string, BaseLeaf] => [name, leafAfter(name, { ...parts, sent })]);
  const { record, digest } = parts;
  const { updatedAt } = record ?? {};
  const leaves = { ...entry.leaves, ...Object.fromEntries(answered) };
  const seenNow = change.action === 'create' ? computedIn : seenIn;
  return {
    ...entry,
    leaves,
    ...(record && !entry.seen && { seen: seenNow(record, Object.keys(leaves), digest) }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}

type LeafParts = Pick<EntryParts, 'named' | 'sent' | 'record' | 'digest'>;

function leafAfter(name: string, { named, sent: digests, record, digest }: LeafParts): BaseLeaf {
  const [value, sent] = [leafAt(named, name), digests[name]!];
  // The service's answer has not been read yet: any value with the same normal form may be it.
  if (!record && !holdsSecret(value)) return { sent, answered: echoDigest(value, digest) };
  if (!record || record.hidden.includes(topLevelKey(name)) || isSecretReference(value)) return { sent, answered: sent };
  const answered = leafAt(record.fields, name);
  return { sent, answered: answered === value ? sent : digest(canonical(answered)) };
}
