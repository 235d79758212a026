/** The changes of the programme between versions of the content. */
import type { Kind } from '../kinds/kind.ts';
import type { Appointment, ProgrammeChange } from '../site/programme-history.ts';
import type { JsonObject } from '../values/json.ts';
import { entryOf, type Entry, type EntrySettings, type Fact } from './facts.ts';
import { matchEntries, type Identity } from './matching.ts';

/** A document as a version has it: what each layer says, the lowest first. */
export interface WrittenDocument {
  readonly kind: Kind;
  readonly facts: readonly Fact[];
}

export interface Version {
  readonly commit: string;
  readonly at: number;
  /** By address. */
  readonly documents: ReadonlyMap<string, WrittenDocument>;
  /** False for the state of HEAD after the last version. */
  readonly isShown: boolean;
}

/** The latest first. `versions`: the oldest first. */
export function changesBetween(versions: readonly Version[], settings: EntrySettings): readonly ProgrammeChange[] {
  let changes: ProgrammeChange[] = [];
  let was: SeenBy = new Map();
  for (const { commit, at, documents, isShown } of versions) {
    const is = programmeIn(documents, settings, was);
    // Without a programme, what follows is the next one; and the first one is no news.
    if (was.size === 0 || is.size === 0) changes = [];
    else {
      const { found, renamed } = compare(was, is);
      // Earlier changes lead to the page that there is now.
      const nowAt = new Map([...renamed].map(([to, from]) => [from, to]));
      changes = changes.map((change) => ({ ...change, address: nowAt.get(change.address) ?? change.address }));
      if (isShown) changes.push(...found.map((change) => ({ ...change, at, commit })));
    }
    was = is;
  }
  return changes.toReversed();
}

/** A document with errors was not published, so visitors still saw the version before. */
function programmeIn(documents: Version['documents'], settings: EntrySettings, before: SeenBy): SeenBy {
  const places = new Places();
  for (const [address, { kind, facts }] of documents)
    if (!kind.page?.programme) places.set(address, kind, facts.filter(isReadable));
  return new Map(
    [...documents].flatMap(([address, { kind, facts }]): readonly (readonly [string, Seen])[] => {
      if (!kind.page?.programme) return [];
      const entry = facts.every(isReadable) ? entryOf(kind, facts, settings) : 'invalid';
      const shown = entry === 'invalid' ? before.get(address) : entry && seen(entry, places);
      return shown ? [[address, shown]] : [];
    }),
  );
}

const isReadable = (fact: Fact): fact is JsonObject => fact !== 'unreadable';

/** The titles of places, by address and by id. */
class Places {
  readonly #byAddress = new Map<string, { readonly title: string; readonly id: unknown }>();

  set(address: string, kind: Kind, facts: readonly JsonObject[]): void {
    const data = Object.assign({}, ...facts) as JsonObject;
    const title = data[kind.page!.title];
    if (typeof title === 'string') this.#byAddress.set(address, { title, id: data['$id'] });
  }

  find(pointer: string): Appointment['place'] {
    const place = this.#byAddress.get(pointer);
    if (place) return { address: pointer, title: place.title };
    const found = [...this.#byAddress].find(([, { id }]) => id === pointer);
    return found && { address: found[0], title: found[1].title };
  }
}

interface Seen extends Appointment, Identity {
  readonly title: string;
  readonly cancelled: boolean;
}

function seen({ where, ...rest }: Entry, places: Places): Seen {
  const place = where === undefined ? undefined : places.find(where);
  const appointment = JSON.stringify([rest.start, rest.end, place?.title]);
  return { ...rest, ...(place && { place }), appointment };
}

type Found = Omit<ProgrammeChange, 'at' | 'commit'>;
type SeenBy = ReadonlyMap<string, Seen>;

/** A version that at least doubles the programme announces it: nobody looks for what is new in it. */
function compare(was: SeenBy, is: SeenBy) {
  const earlier = matchEntries(was, is);
  const kept = new Set(earlier.values());
  const removed = new Map([...was].filter(([address]) => !kept.has(address)));
  const added = new Map([...is].filter(([address]) => !earlier.has(address)));
  const isAnnounced = added.size >= was.size;
  const found = [...new Set([...was.keys(), ...is.keys()])].sort().flatMap((address): readonly Found[] => {
    const [gone, after, from] = [removed.get(address), is.get(address), earlier.get(address)];
    return [
      ...(gone ? [{ address, type: 'removed' as const, from: appointment(gone) }] : []),
      ...(after && from !== undefined ? differences(address, was.get(from)!, after) : []),
      ...(after && from === undefined && !isAnnounced
        ? [{ address, type: 'new' as const, to: appointment(after) }]
        : []),
    ];
  });
  /** The earlier addresses of entries, by their present one. */
  const renamed = new Map([...earlier].filter(([to, from]) => to !== from));
  return { found, renamed };
}

function differences(address: string, before: Seen, after: Seen): readonly Found[] {
  const both = { address, from: appointment(before), to: appointment(after) };
  const isMoved = before.start !== after.start || before.end !== after.end || isElsewhere(before.place, after.place);
  return [
    ...(isMoved ? [{ ...both, type: 'moved' as const }] : []),
    ...(before.title === after.title ? [] : [{ ...both, type: 'retitled' as const }]),
    ...(before.cancelled === after.cancelled
      ? []
      : [{ ...both, type: after.cancelled ? ('cancelled' as const) : ('restored' as const) }]),
  ];
}

/** A place that only has a new name, or only a new address, is the same place. */
const isElsewhere = (before: Appointment['place'], after: Appointment['place']): boolean =>
  before?.address !== after?.address && before?.title !== after?.title;

const appointment = ({ title, start, end, place }: Seen): Appointment => ({
  title,
  start,
  end,
  ...(place && { place }),
});
