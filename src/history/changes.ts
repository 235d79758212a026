/**
 * The changes of the programme from commit to commit on the main line. That is the line of first parents: what was on a
 * branch was not public before its merge, which counts as one change.
 */
import type { Appointment, ProgrammeChange, SiteHistory } from '../site/programme-history.ts';
import type { JsonObject } from '../values/json.ts';
import { entryOf, historyFile, type Entry, type EntrySettings, type Fact, type HistoryFile } from './facts.ts';
import type { LayerChange, LayerCommit } from './follow-folders.ts';
import { matchEntries, type Identity } from './matching.ts';
import { Names } from './entry-names.ts';

interface ChangeSources {
  /** The main line, the oldest first. */
  readonly line: readonly LayerCommit[];
  readonly factOf: (change: LayerChange, side: 'before' | 'after') => Fact | undefined;
  readonly settings: EntrySettings;
  /** The time zone of the site, by the commit that changed it. */
  readonly timezones: ReadonlyMap<string, string>;
  /** The number of layers. */
  readonly layers: number;
}

export function changesOn(sources: ChangeSources): Pick<SiteHistory, 'changes' | 'names'> {
  const { line, factOf, settings, timezones, layers } = sources;
  const documents = new Map<string, Versions>();
  const entries = new Map<string, Entry>();
  const places = new Places();
  const names = new Names();
  const listed = new Map<string, HistoryFile>();
  const firstZone = line.map(({ id }) => timezones.get(id)).find((zone) => zone !== undefined);
  let timezone = firstZone ?? settings.timezone;
  let changes: ProgrammeChange[] = [];
  for (const { id: commit, at, files } of line) {
    const touched = files.flatMap((change) => {
      const file = historyFile(change.path);
      return file && file.keys.length > 0 ? [{ change, file }] : [];
    });
    const zoneBefore = timezone;
    timezone = timezones.get(commit) ?? timezone;
    if (touched.length === 0 && timezone === zoneBefore) continue;
    const programme = new Map(timezone === zoneBefore ? [] : listed);
    for (const { file } of touched) if (file.kind.page?.programme) programme.set(file.address, file);
    const inView = (): SeenBy =>
      new Map(
        [...programme.keys()].flatMap((address) => {
          const entry = entries.get(address);
          return entry ? [[address, seen(entry, contentOf(documents.get(address)!), places)] as const] : [];
        }),
      );
    const was = inView();
    const count = entries.size;
    for (const { change, file } of touched) {
      const versions = versionsOf(documents, file, layers);
      const fact = change.after === undefined ? undefined : factOf(change, 'after');
      // A file with errors was not published, so visitors still saw the version before.
      if (fact !== 'unreadable') versions[change.layer] = fact && { fact, blob: change.after! };
      if (written(versions).length === 0) names.deleteFile(file.address);
      if (!file.kind.page?.programme) places.set(file, versions);
    }
    for (const [address, file] of programme) {
      const entry = entryOf(file.kind, written(documents.get(address)!), { ...settings, timezone });
      listed.set(address, file);
      if (entry === undefined) entries.delete(address);
      else if (entry !== 'invalid') entries.set(address, entry);
    }
    const is = inView();
    const { found, ...renaming } = compare(was, is, (added) => added >= count);
    const moved = names.follow({ ...renaming, commit });
    const relocated = <C extends Found>(change: C): C => ({
      ...change,
      address: moved.get(change.address) ?? change.address,
    });
    // Earlier changes lead to the page that there is now.
    if (moved.size > 0) changes = changes.map(relocated);
    for (const change of found)
      changes.push({ ...(change.type === 'removed' ? relocated(change) : change), at, commit });
    // Without a programme, what follows is the next one.
    if (entries.size > 0) continue;
    changes = [];
    names.clear();
  }
  return { changes: changes.toReversed(), names: names.byAddress(entries.keys()) };
}

/** A document in each layer. */
type Versions = ({ readonly fact: JsonObject; readonly blob: string } | undefined)[];

function versionsOf(documents: Map<string, Versions>, { address }: HistoryFile, layers: number): Versions {
  const versions = documents.get(address) ?? Array.from<undefined>({ length: layers });
  documents.set(address, versions);
  return versions;
}

const written = (versions: Versions): readonly JsonObject[] => versions.flatMap((each) => (each ? [each.fact] : []));

const contentOf = (versions: Versions): string => versions.map((each) => each?.blob).join(' ');

/** The titles of places, by address and by id. */
class Places {
  readonly #byAddress = new Map<string, { readonly title: string; readonly id: unknown }>();

  set({ address, kind }: HistoryFile, versions: Versions): void {
    const data = Object.assign({}, ...written(versions)) as JsonObject;
    const title = data[kind.page!.title];
    if (typeof title === 'string') this.#byAddress.set(address, { title, id: data['$id'] });
    else this.#byAddress.delete(address);
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

function seen({ where, ...rest }: Entry, content: string, places: Places): Seen {
  const place = where === undefined ? undefined : places.find(where);
  const appointment = JSON.stringify([rest.start, rest.end, place?.title]);
  return { ...rest, ...(place && { place }), appointment, content };
}

type Found = Omit<ProgrammeChange, 'at' | 'commit'>;
type SeenBy = ReadonlyMap<string, Seen>;

/** A commit that at least doubles the programme announces it: nobody looks for what is new in it. */
function compare(was: SeenBy, is: SeenBy, isAnnouncement: (added: number) => boolean) {
  const earlier = matchEntries(was, is);
  const kept = new Set(earlier.values());
  const removed = new Map([...was].filter(([address]) => !kept.has(address)));
  const added = new Map([...is].filter(([address]) => !earlier.has(address)));
  const isAnnounced = isAnnouncement(added.size);
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
  return { found, renamed, removed, added };
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
