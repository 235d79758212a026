/**
 * What changed in the programme from commit to commit on the main line. That is the line of first parents: what was on a
 * branch was not public before its merge, which counts as one change.
 */
import type { Appointment, ProgrammeChange, SiteHistory } from '../site/history.ts';
import type { JsonObject } from '../values/json.ts';
import { entryOf, pairRenamed, type Entry, type EntrySettings } from './entries.ts';
import { historyFile, type Fact, type HistoryFile } from './facts.ts';
import type { LayerChange, LayerCommit } from './folders.ts';
import { Names } from './names.ts';

export interface ChangeSources {
  /** The main line, the oldest first. */
  readonly line: readonly LayerCommit[];
  readonly factOf: (change: LayerChange, side: 'before' | 'after') => Fact | undefined;
  readonly settings: EntrySettings;
  /** The time zone of the site, by the commit that changed it. */
  readonly timezones: ReadonlyMap<string, string>;
  /** The number of layers. */
  readonly layers: number;
}

export function changesOn({
  line,
  factOf,
  settings,
  timezones,
  layers,
}: ChangeSources): Pick<SiteHistory, 'changes' | 'names'> {
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
    const was = new Map([...programme.keys()].map((address) => [address, seen(entries.get(address), places)]));
    const count = entries.size;
    for (const { change, file } of touched) {
      const versions = versionsOf(documents, file, layers);
      const fact = change.after === undefined ? undefined : factOf(change, 'after');
      // A file with errors was not published, so visitors still saw the version before.
      if (fact !== 'unreadable') versions[change.layer] = fact;
      if (!file.kind.page?.programme) places.set(file, versions);
    }
    for (const [address, file] of programme) {
      const entry = entryOf(file.kind, written(documents.get(address)!), { ...settings, timezone });
      listed.set(address, file);
      if (entry === undefined) entries.delete(address);
      else if (entry !== 'invalid') entries.set(address, entry);
    }
    const is = new Map([...programme.keys()].map((address) => [address, seen(entries.get(address), places)]));
    const { found, renamed, added } = compare(was, is, { isAnnouncement: (added) => added >= count });
    // Earlier changes lead to the page that there is now.
    for (const [to, from] of renamed)
      changes = changes.map((change) => (change.address === from ? { ...change, address: to } : change));
    changes.push(...found.map((change) => ({ ...change, at, commit })));
    names.rename(renamed);
    for (const address of added) names.add(address, { commit, isPresent: (other) => entries.has(other) });
    // Without a programme, what follows is the next one.
    if (entries.size > 0) continue;
    changes = [];
    names.clear();
  }
  return { changes: changes.toReversed(), names: names.byAddress(entries.keys()) };
}

/** A document in each layer. */
type Versions = (JsonObject | undefined)[];

function versionsOf(documents: Map<string, Versions>, { address }: HistoryFile, layers: number): Versions {
  const versions = documents.get(address) ?? Array.from<undefined>({ length: layers });
  documents.set(address, versions);
  return versions;
}

const written = (versions: Versions): readonly JsonObject[] => versions.filter((each) => each !== undefined);

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
    const known = this.#byAddress.get(pointer);
    if (known) return { address: pointer, title: known.title };
    const found = [...this.#byAddress].find(([, { id }]) => id === pointer);
    return found && { address: found[0], title: found[1].title };
  }
}

interface Seen extends Appointment {
  readonly id?: string;
  readonly cancelled: boolean;
}

function seen(entry: Entry | undefined, places: Places): Seen | undefined {
  if (!entry) return undefined;
  const { where, ...rest } = entry;
  const place = where === undefined ? undefined : places.find(where);
  return { ...rest, ...(place && { place }) };
}

type Found = Omit<ProgrammeChange, 'at' | 'commit'>;
type SeenBy = ReadonlyMap<string, Seen | undefined>;

interface Compared {
  readonly found: readonly Found[];
  /** The earlier addresses of entries, by their present one. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The addresses of entries that are new. */
  readonly added: readonly string[];
}

/** A commit that at least doubles the programme announces it: nobody looks for what is new in it. */
function compare(
  was: SeenBy,
  is: SeenBy,
  { isAnnouncement }: { readonly isAnnouncement: (added: number) => boolean },
): Compared {
  const only = (some: SeenBy, others: SeenBy): ReadonlyMap<string, Seen> =>
    new Map([...some].flatMap(([address, each]) => (each && !others.get(address) ? [[address, each] as const] : [])));
  const [removed, added] = [only(was, is), only(is, was)];
  const renamed = pairRenamed(removed, added);
  const gone = new Set(renamed.values());
  const isAnnounced = isAnnouncement(added.size - renamed.size);
  const found = [...is.keys()].sort().flatMap((address): readonly Found[] => {
    const [before, after] = [was.get(renamed.get(address) ?? address), is.get(address)];
    if (before && after) return differences(address, before, after);
    if (after) return isAnnounced ? [] : [{ address, type: 'new', to: appointment(after) }];
    return before && !gone.has(address) ? [{ address, type: 'removed', from: appointment(before) }] : [];
  });
  return { found, renamed, added: [...added.keys()].filter((address) => !renamed.has(address)) };
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
