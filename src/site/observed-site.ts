/** A site that records the questions it is asked, so that they can be asked again after the content has changed. */
import { isObject } from '../values/json.ts';
import type { Clock } from './clock.ts';
import type { SiteHistory } from './history.ts';
import { questionKey, type QuestionKey, type SiteQuestion } from './question.ts';
import type { Site } from './site.ts';

export type Note = (question: SiteQuestion) => void;

/** Values from the configuration are not recorded: they are the same for every page. */
export function observedSite(site: Site, note: Note): Site {
  let history: SiteHistory | undefined;
  const observed: Site = {
    kinds: site.kinds,
    url: site.url,
    gallery: site.gallery,
    get history() {
      note({ type: 'has-history' });
      return site.history && (history ??= observedHistory(site.history, note));
    },
    get revised() {
      note({ type: 'revised' });
      return site.revised;
    },
    offline: site.offline,
    highlight: site.highlight,
    markdown: site.markdown,
    timezone: site.timezone,
    locales: site.locales,
    clock: observedClock(site.clock, note),
    root: observedFields(site.root, note, []),
    get rootEntity() {
      note({ type: 'root-entity' });
      return site.rootEntity;
    },
    get words() {
      note({ type: 'words' });
      return site.words;
    },
    get location() {
      note({ type: 'location' });
      return site.location;
    },
    get translations() {
      note({ type: 'translations' });
      return site.translations;
    },
    strings(locale) {
      note({ type: 'strings', locale });
      return site.strings(locale);
    },
    get isPrivate() {
      note({ type: 'is-private' });
      return site.isPrivate;
    },
    of(kind) {
      note({ type: 'of', kind });
      return site.of(kind);
    },
    has(kind) {
      note({ type: 'has', kind });
      return site.has(kind);
    },
    find(kind, pointer) {
      if (pointer == null) return undefined;
      note({ type: 'find', kind, pointer });
      return site.find(kind, pointer);
    },
    entity(address) {
      note({ type: 'entity', address });
      return site.entity(address);
    },
    media(name) {
      // The only thing a page reads from the file itself is the size of its picture.
      note({ type: 'media-size', name });
      return site.media(name);
    },
    get programme() {
      note({ type: 'programme' });
      return site.programme;
    },
    get programmeDays() {
      note({ type: 'programme-days' });
      return site.programmeDays;
    },
    get programmeEnd() {
      note({ type: 'programme-end' });
      return site.programmeEnd;
    },
    get programmeYears() {
      note({ type: 'programme-years' });
      return site.programmeYears;
    },
    get hasLargeProgramme() {
      note({ type: 'has-large-programme' });
      return site.hasLargeProgramme;
    },
    slotOf(address) {
      note({ type: 'slot-of', address });
      return site.slotOf(address);
    },
    slotsAt(address) {
      note({ type: 'slots-at', address });
      return site.slotsAt(address);
    },
    slotsWith(address) {
      note({ type: 'slots-with', address });
      return site.slotsWith(address);
    },
    meanwhile(address) {
      note({ type: 'meanwhile', address });
      return site.meanwhile(address);
    },
    neighbours(address) {
      note({ type: 'neighbours', address });
      return site.neighbours(address);
    },
    nameOf(address, locale) {
      note({ type: 'name-of', address, locale });
      return site.nameOf(address, locale);
    },
    sharesText(address, locale) {
      note({ type: 'shares-text', address, locale });
      return site.sharesText(address, locale);
    },
    roomName(address, locale) {
      note({ type: 'room-name', address, locale });
      return site.roomName(address, locale);
    },
  };
  observers.set(observed, { site, note });
  return observed;
}

const observers = new WeakMap<Site, { readonly site: Site; readonly note: Note }>();

interface OnceOptions {
  /** A value that is computed from all documents asks for their lists instead of each of them: hundreds of files use it. */
  readonly asksForLists?: boolean;
}

/**
 * A value that many files of the site need, computed once for a site and a key such as a language. Every file that uses it
 * has asked all the questions that it was computed from, also if another file was first.
 */
export function oncePerSite<T, Key = void>(
  work: (site: Site, key: Key) => T,
  { asksForLists = false }: OnceOptions = {},
): (site: Site, key: Key) => T {
  const plain = new WeakMap<Site, Map<Key, { readonly value: T }>>();
  const noted = new WeakMap<Site, Map<Key, { readonly value: T; readonly asked: readonly SiteQuestion[] }>>();
  return (site, key) => {
    const observer = observers.get(site);
    if (!observer) return found(plain, site, key, () => ({ value: work(site, key) })).value;
    const { value, asked } = found(noted, observer.site, key, () => {
      const questions = new Map<QuestionKey, SiteQuestion>();
      const watched = observedSite(observer.site, (question) => {
        for (const asked of asksForLists ? listsFor(question) : [question]) questions.set(questionKey(asked), asked);
      });
      return { value: work(watched, key), asked: [...questions.values()] };
    });
    for (const question of asked) observer.note(question);
    return value;
  };
}

/** Broader questions: as long as their answers are the same, so is that of the given one. */
function listsFor(question: SiteQuestion): readonly SiteQuestion[] {
  switch (question.type) {
    case 'find':
      return [{ type: 'of', kind: question.kind }];
    case 'slot-of':
      return [{ type: 'programme' }];
    case 'room-name':
      return [{ type: 'programme' }, { type: 'strings', locale: question.locale }];
    default:
      return [question];
  }
}

function found<Key, V>(all: WeakMap<Site, Map<Key, V>>, site: Site, key: Key, make: () => V): V {
  const made = all.get(site) ?? new Map<Key, V>();
  all.set(site, made);
  let known = made.get(key);
  if (known === undefined) made.set(key, (known = make()));
  return known;
}

function observedHistory(history: SiteHistory, note: Note): SiteHistory {
  const revisions = observedMap(history.revisions, {
    one: (address) => note({ type: 'revision', address }),
    all: () => note({ type: 'revisions' }),
  });
  const names = observedMap(history.names, {
    one: (address) => note({ type: 'names-of', address }),
    all: () => note({ type: 'all-names' }),
  });
  return {
    get head() {
      note({ type: 'history-head' });
      return history.head;
    },
    revisions,
    get changes() {
      note({ type: 'changes' });
      return history.changes;
    },
    names,
  };
}

interface Lookups {
  readonly one: (key: string) => void;
  readonly all: () => void;
}

function observedMap<V>(map: ReadonlyMap<string, V>, { one, all }: Lookups): ReadonlyMap<string, V> {
  const whole = (): ReadonlyMap<string, V> => {
    all();
    return map;
  };
  return {
    get(key) {
      one(key);
      return map.get(key);
    },
    has(key) {
      one(key);
      return map.has(key);
    },
    get size() {
      return whole().size;
    },
    forEach: (each) => whole().forEach(each),
    entries: () => whole().entries(),
    keys: () => whole().keys(),
    values: () => whole().values(),
    [Symbol.iterator]: () => whole()[Symbol.iterator](),
  };
}

function observedClock(clock: Clock, note: Note): Clock {
  return {
    get now() {
      note({ type: 'now' });
      return clock.now;
    },
    hasCome(instant) {
      note({ type: 'has-come', instant });
      return clock.hasCome(instant);
    },
    get nextChange() {
      return clock.nextChange;
    },
  };
}

/** Recorded part by part, because its colours are in the style sheet and not on pages. */
const ASKED_BY_PART = 'theme';

function observedFields<F extends object>(fields: F, note: Note, below: readonly string[]): F {
  return new Proxy(fields, {
    get(_, key) {
      const value = Reflect.get(fields, key) as unknown;
      if (typeof key !== 'string') return value;
      const path = [...below, key];
      if (key === ASKED_BY_PART && isObject(value)) {
        note({ type: 'has-parts', path });
        return observedFields(value, note, path);
      }
      note({ type: 'field', path });
      return value;
    },
    has(_, key) {
      if (typeof key === 'string') note({ type: 'has-field', path: [...below, key] });
      return Reflect.has(fields, key);
    },
    ownKeys() {
      note({ type: 'field', path: below });
      return Reflect.ownKeys(fields);
    },
  });
}
