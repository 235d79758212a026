/**
 * The state after two runs that both started from the same one. A document that only one of them touched is as that run
 * left it. If both touched a document, nothing that exists is forgotten and nothing that was deleted comes back;
 * otherwise the last write wins.
 */
import { type Base, type BaseEntry, replacedBy, withoutReplaced, withReplaced } from '../model/base.ts';
import { canonicalText } from '../values/canonical-json.ts';
import type { Intent } from './journal-line.ts';
import { withOneAddress } from './one-address.ts';
import type { State } from './store.ts';

export interface Sides {
  readonly ancestor: State;
  readonly ours: State;
  readonly theirs: State;
}

type Entry = BaseEntry | undefined;
type Deleted = NonNullable<Base['deleted']>;

export function mergeStates({ ancestor, ours, theirs }: Sides): State {
  const deleted = laterOf(ours.base.deleted, theirs.base.deleted);
  const [a, o, t] = [ancestor.base.entries, ours.base.entries, theirs.base.entries];
  const entries = new Map<string, BaseEntry>();
  for (const address of new Set([...t.keys(), ...o.keys()])) {
    const entry = chosen(a.get(address), o.get(address), t.get(address), deleted);
    if (entry && !deleted.has(entry.id)) {
      entries.set(
        address,
        withoutReplaced(
          entry,
          replacedBy(entry).filter((id) => deleted.has(id)),
        ),
      );
    }
  }
  return { base: { entries: withOneAddress(entries, a), deleted }, unfinished: stillOpen({ ancestor, ours, theirs }) };
}

/** If both created an object, the losing one is recorded as replaced, so that it is not left behind. */
function chosen(ancestor: Entry, ours: Entry, theirs: Entry, deleted: Deleted): Entry {
  if (isSame(ours, ancestor)) return theirs;
  if (isSame(theirs, ancestor)) return ours;
  const [mine, other] = [present(ours, deleted), present(theirs, deleted)];
  if (mine === undefined || other === undefined) return mine === undefined ? theirs : ours;
  const [winner, loser] = (mine.writtenAt ?? 0) > (other.writtenAt ?? 0) ? [mine, other] : [other, mine];
  return withReplaced(winner, [loser.id, ...replacedBy(loser)]);
}

/** An intent stays open until one side has settled it. */
function stillOpen({ ancestor, ours, theirs }: Sides): readonly Intent[] {
  const [a, o, t] = [byKey(ancestor), byKey(ours), byKey(theirs)];
  const all = new Map([...t, ...o]);
  return [...all].flatMap(([key, intent]) => (a.has(key) && !(o.has(key) && t.has(key)) ? [] : [intent]));
}

const byKey = ({ unfinished }: State): ReadonlyMap<string, Intent> =>
  new Map(unfinished.map((intent) => [intent.idempotencyKey, intent]));

const isSame = (one: Entry, other: Entry): boolean => canonicalText({ entry: one }) === canonicalText({ entry: other });

const present = (entry: Entry, deleted: Deleted): Entry => (entry && !deleted.has(entry.id) ? entry : undefined);

function laterOf(one: Base['deleted'], other: Base['deleted']): Deleted {
  const deleted = new Map(one);
  for (const [id, at] of other ?? []) deleted.set(id, Math.max(at, deleted.get(id) ?? at));
  return deleted;
}
