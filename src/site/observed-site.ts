/** A site that records the questions it is asked, so that they can be asked again after the content has changed. */
import { isObject } from '../values/json.ts';
import { unitEnd, type Clock } from './clock.ts';
import type { SiteHistory } from './history.ts';
import { MEMBERS, questionsNamed, theQuestion, type SiteQuestion } from './question.ts';
import type { Site } from './site.ts';

type Note = (question: SiteQuestion) => void;

/** Values from the configuration are not recorded: they are the same for every page. */
export function observedSite(site: Site, note: Note): Site {
  let history: SiteHistory | undefined;
  const observed = {
    ...site,
    clock: observedClock(site.clock, note),
    root: observedFields(site.root, note, []),
    get history() {
      note(HAS_HISTORY);
      return site.history && (history ??= observedHistory(site.history, note));
    },
    media(name: string) {
      // The only thing a page reads from the file itself is the size of its picture.
      note(mediaSize(name));
      return site.media(name);
    },
  };
  for (const [name, form] of Object.entries(MEMBERS) as Iterable<[keyof typeof MEMBERS, 'value' | 'lookup']>) {
    const read = form === 'value' ? valueOf(site, name, note) : lookupIn(site, name, note);
    Object.defineProperty(observed, name, read);
  }
  observers.set(observed, { site, note });
  return observed;
}

function valueOf(site: Site, name: keyof typeof MEMBERS, note: Note): PropertyDescriptor {
  const question = theQuestion([name]);
  return {
    get() {
      note(question);
      return site[name];
    },
  };
}

function lookupIn(site: Site, name: keyof typeof MEMBERS, note: Note): PropertyDescriptor {
  const lookUp = site[name] as (one: string, other?: string) => unknown;
  const ask = questionsNamed(name);
  return {
    value(one: string, other?: string) {
      // A document without the pointer finds nothing in any site.
      if (other === null || (name === 'find' && other === undefined)) return undefined;
      note(ask(one, other));
      return lookUp(one, other);
    },
  };
}

const [mediaSize, hasCome] = [questionsNamed('mediaSize'), questionsNamed('hasCome')];
const [revision, namesOf] = [questionsNamed('revision'), questionsNamed('namesOf')];
const HAS_HISTORY = theQuestion(['hasHistory']);
const HISTORY_HEAD = theQuestion(['historyHead']);
const CHANGES = theQuestion(['changes']);
const REVISIONS = theQuestion(['revisions']);
const ALL_NAMES = theQuestion(['allNames']);
const NOW = theQuestion(['now']);

const observers = new WeakMap<Site, { readonly site: Site; readonly note: Note }>();

interface OnceOptions {
  /** A value that is computed from all documents asks for their lists instead of each of them: hundreds of files use it. */
  readonly asksForLists?: boolean | undefined;
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
      const questions = new Set<SiteQuestion>();
      const watched = observedSite(observer.site, (question) => {
        if (!asksForLists) questions.add(question);
        else for (const broader of listsFor(question)) questions.add(theQuestion(broader));
      });
      return { value: work(watched, key), asked: [...questions] };
    });
    for (const question of asked) observer.note(question);
    return value;
  };
}

/** Broader questions: as long as their answers are the same, so is that of the given one. */
function listsFor(question: SiteQuestion): readonly SiteQuestion[] {
  const [name, one, other] = question;
  switch (name) {
    case 'find':
      return [['of', one!]];
    case 'slotOf':
      return [['programme']];
    case 'roomName':
      return [['programme'], ['strings', other!]];
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
    one: (address) => note(revision(address)),
    all: () => note(REVISIONS),
  });
  const names = observedMap(history.names, {
    one: (address) => note(namesOf(address)),
    all: () => note(ALL_NAMES),
  });
  return {
    get head() {
      note(HISTORY_HEAD);
      return history.head;
    },
    revisions,
    get changes() {
      note(CHANGES);
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
      note(NOW);
      return clock.now;
    },
    hasCome(instant) {
      note(hasCome(instant));
      return clock.hasCome(instant);
    },
    unitsUntil(instant, length) {
      const units = clock.unitsUntil(instant, length);
      // The number is the same for every clock that answers these two in the same way.
      for (const border of [units, units + 1]) note(hasCome(unitEnd(instant, length, border)));
      return units;
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
        note(theQuestion(['hasParts', ...path]));
        return observedFields(value, note, path);
      }
      note(theQuestion(['field', ...path]));
      return value;
    },
    has(_, key) {
      if (typeof key === 'string') note(theQuestion(['hasField', ...below, key]));
      return Reflect.has(fields, key);
    },
    ownKeys() {
      note(theQuestion(['field', ...below]));
      return Reflect.ownKeys(fields);
    },
  });
}
