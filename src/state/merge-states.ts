/**
 * The state after two runs that both went on from the same one. What only one of them touched is as that one left it.
 * Where both touched a document, nothing that exists is forgotten and nothing that is deleted comes back; else the one
 * that wrote last is right.
 */
import type { Base, BaseEntry } from '../model/base.ts';
import { canonicalText } from './canonical-json.ts';
import type { Intent } from './journal-line.ts';
import type { State } from './store.ts';

export interface Sides {
  readonly ancestor: State;
  readonly ours: State;
  readonly theirs: State;
}

/** All that a state knows of one address. */
interface Known {
  readonly entry: BaseEntry | undefined;
  readonly intent: Intent | undefined;
}

export function mergeStates({ ancestor, ours, theirs }: Sides): State {
  const deleted = laterOf(ours.base.deleted, theirs.base.deleted);
  const [a, o, t] = [ancestor, ours, theirs].map(byAddress) as [Index, Index, Index];
  const addresses = new Set([...t.keys(), ...o.keys(), ...a.keys()]);
  const entries = new Map<string, BaseEntry>();
  const unfinished: Intent[] = [];
  for (const address of addresses) {
    const of = (index: Index): Known => index.get(address) ?? NOTHING;
    const { entry, intent } = chosen(of(a), of(o), of(t), deleted);
    const kept = entry && withoutDeleted(entry, deleted);
    if (kept) entries.set(address, kept);
    if (intent) unfinished.push(intent);
  }
  return { base: { entries, deleted }, unfinished };
}

function chosen(ancestor: Known, ours: Known, theirs: Known, deleted: Deleted): Known {
  if (isSame(ours, ancestor)) return theirs;
  if (isSame(theirs, ancestor)) return ours;
  const [mine, other] = [present(ours.entry, deleted), present(theirs.entry, deleted)];
  if (mine === undefined || other === undefined) return mine === undefined ? theirs : ours;
  return (mine.writtenAt ?? 0) > (other.writtenAt ?? 0) ? ours : theirs;
}

type Index = ReadonlyMap<string, Known>;
type Deleted = NonNullable<Base['deleted']>;

const NOTHING: Known = { entry: undefined, intent: undefined };

function byAddress({ base, unfinished }: State): Index {
  const index = new Map<string, Known>([...base.entries].map(([address, entry]) => [address, { ...NOTHING, entry }]));
  for (const intent of unfinished) index.set(intent.address, { entry: index.get(intent.address)?.entry, intent });
  return index;
}

const isSame = (one: Known, other: Known): boolean => canonicalText(one) === canonicalText(other);

const present = (entry: BaseEntry | undefined, deleted: Deleted): BaseEntry | undefined =>
  entry && !deleted.has(entry.id) ? entry : undefined;

function withoutDeleted(entry: BaseEntry, deleted: Deleted): BaseEntry | undefined {
  if (deleted.has(entry.id)) return undefined;
  if (entry.replaces === undefined || !deleted.has(entry.replaces)) return entry;
  const { replaces: _deleted, ...rest } = entry;
  return rest;
}

function laterOf(one: Base['deleted'], other: Base['deleted']): Deleted {
  const deleted = new Map(one);
  for (const [id, at] of other ?? []) deleted.set(id, Math.max(at, deleted.get(id) ?? at));
  return deleted;
}
