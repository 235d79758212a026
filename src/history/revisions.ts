/**
 * How often each document was revised. Counted over all commits that HEAD includes, and not only over the main line: after
 * `git pull`, a merge hides the commits that were public before behind its second parent, and a calendar's SEQUENCE must
 * never decrease.
 */
import type { Revision } from '../site/programme-history.ts';
import { valueAt, type JsonObject } from '../values/json.ts';
import { historyFile, instantsOf, type Fact, type HistoryFile } from './facts.ts';
import type { LayerChange, LayerCommit } from './follow-folders.ts';
import { matchEntries, type Identity } from './matching.ts';
import type { ZoneChange } from './timezones.ts';
import { largest, smallest } from '../values/long-lists.ts';

interface Sources {
  readonly commits: Iterable<LayerCommit>;
  readonly factOf: (change: LayerChange, side: 'before' | 'after') => Fact | undefined;
  /** The changes of the site's time zone. */
  readonly zoneChanges: readonly ZoneChange[];
}

interface Count {
  readonly created: number;
  readonly modified: number;
  /** The commits that changed what counts, the first one included. */
  readonly touches: number;
}

export function revisionsIn({ commits, factOf, zoneChanges }: Sources): ReadonlyMap<string, Revision> {
  const zoned = new Map<string, ZoneChange[]>();
  const noteZones = (file: HistoryFile, fact: Fact | undefined): void => {
    if (typeof fact !== 'object') return;
    const earlier = zoned.get(file.address) ?? [];
    const found = zoneChanges.filter((change) => !earlier.includes(change) && moves(change, file, fact));
    if (found.length > 0) zoned.set(file.address, [...earlier, ...found]);
  };
  const counts = new Map<string, Count>();
  const renamed = new Map<string, Set<string>>();
  const add = (address: string, at: number, touches: number): void => {
    const count = counts.get(address) ?? { created: at, modified: at, touches: 0 };
    counts.set(address, {
      created: Math.min(count.created, at),
      modified: Math.max(count.modified, at),
      touches: count.touches + touches,
    });
  };
  for (const { at, files, own } of commits) {
    for (const change of files) {
      const file = historyFile(change.path);
      if (file && !isDraft(file, factOf(change, 'after'))) add(file.address, at, 0);
    }
    for (const { file, address, from, before, after } of revised(own, factOf)) {
      noteZones(file, after);
      if (from !== undefined) renamed.set(address, (renamed.get(address) ?? new Set()).add(from));
      add(address, at, isSame(before, after) ? 0 : 1);
    }
  }
  return new Map([...counts.keys()].map((address) => [address, revisionOf(address, { counts, renamed, zoned })]));
}

/** A calendar has to learn of it, although no file of the entry changed. */
function moves({ from, to }: ZoneChange, { kind }: HistoryFile, fact: JsonObject): boolean {
  const [was, is] = [instantsOf(kind, fact, from), instantsOf(kind, fact, to)];
  return was.start !== is.start || was.end !== is.end;
}

/** The entries that a commit revised; `from` is the address before it, if an entry was renamed. */
function revised(own: readonly LayerChange[], factOf: Sources['factOf']) {
  const found = own.flatMap((change) => {
    const file = historyFile(change.path);
    if (!file?.kind.page?.programme || file.keys.length === 0) return [];
    const [before, after] = [publicFact(file, factOf(change, 'before')), publicFact(file, factOf(change, 'after'))];
    return before === undefined && after === undefined ? [] : [{ file, address: file.address, before, after, change }];
  });
  const named = (side: 'before' | 'after') =>
    new Map(
      found.flatMap(({ address, file, change, ...facts }) =>
        facts[side] === undefined ? [] : [[address, identityOf(file, facts[side], change[side])] as const],
      ),
    );
  const pairs = matchEntries(named('before'), named('after'));
  const kept = new Set(pairs.values());
  const byAddress = new Map(found.map((each) => [each.address, each]));
  return found.flatMap(({ file, address, before, after }) => {
    if (after === undefined && kept.has(address)) return [];
    const from = pairs.get(address);
    const isInPlace = after === undefined || from === address;
    const earlier = isInPlace ? before : byAddress.get(from ?? '')?.before;
    return [{ file, address, from: isInPlace ? undefined : from, before: earlier, after }];
  });
}

/** Nobody has seen a draft in a calendar. A file of a higher layer may leave the status to the one below. */
const isDraft = ({ kind }: HistoryFile, fact: Fact | undefined): boolean =>
  kind.page?.programme !== undefined &&
  typeof fact === 'object' &&
  fact['status'] !== undefined &&
  fact['status'] !== 'published';

const publicFact = (file: HistoryFile, fact: Fact | undefined): Fact | undefined =>
  isDraft(file, fact) ? undefined : fact;

function identityOf({ kind }: HistoryFile, fact: Fact | undefined, content: string | undefined): Identity {
  if (typeof fact !== 'object') return {};
  const { title: titleKey, programme } = kind.page!;
  const { start, end, where } = programme!;
  const [id, title] = [fact['$id'], fact[titleKey]];
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof title === 'string' && { title }),
    appointment: JSON.stringify([valueAt(fact, start), valueAt(fact, end), where && fact[where]]),
    ...(content !== undefined && { content }),
  };
}

/** The id of its object is no news for a calendar. */
function isSame(before: Fact | undefined, after: Fact | undefined): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after;
  return JSON.stringify(withoutId(before)) === JSON.stringify(withoutId(after));
}

function withoutId({ $id: _id, ...rest }: JsonObject): JsonObject {
  return rest;
}

interface Counted {
  readonly counts: ReadonlyMap<string, Count>;
  readonly renamed: ReadonlyMap<string, ReadonlySet<string>>;
  readonly zoned: ReadonlyMap<string, readonly ZoneChange[]>;
}

/** With the revisions that it had under earlier addresses. */
function revisionOf(address: string, { counts, renamed, zoned }: Counted): Revision {
  const names = new Set([address]);
  for (const name of names) for (const earlier of renamed.get(name) ?? []) names.add(earlier);
  const all = [...names].flatMap((name) => counts.get(name) ?? []);
  const created = smallest(all.map((count) => count.created));
  const zones = new Set([...names].flatMap((name) => zoned.get(name) ?? []).filter(({ at }) => at >= created));
  return {
    created,
    modified: largest([...all.map(({ modified }) => modified), ...[...zones].map(({ at }) => at)]),
    sequence: Math.max(0, all.reduce((sum, { touches }) => sum + touches, zones.size) - 1),
  };
}
