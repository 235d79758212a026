/**
 * The questions that a page can ask of its site, as values: they can be kept, compared, and answered again by another
 * site. A question is its name and what it is about; equal questions are one object, because pages of a large site ask
 * millions of them.
 */
import { isObject } from '../values/json.ts';
import { onceEach } from '../values/once-each.ts';
import { oncePer } from '../values/once-per.ts';
import { unitEnd, type Clock } from './site-clock.ts';
import type { Site } from './site.ts';

type Part = string | number;

/** `['entity', 'events/opening']` */
export type Question<Name extends string = string> = readonly [name: Name, ...about: Part[]];

/** They come from the configuration, and are the same for every page. */
const CONFIGURED = ['kinds', 'url', 'gallery', 'settings', 'timezone', 'locales'] as const;
/** Asked for their parts, below. */
const DIVIDED = ['clock', 'media', 'root'] as const;

/** The other members of a site: a value, or a lookup by a kind, an address or a language. */
type Member = Exclude<keyof Site, (typeof CONFIGURED)[number] | (typeof DIVIDED)[number]>;

const membersOf = (site: Site): readonly Member[] =>
  (Object.keys(site) as (keyof Site)[]).filter((name): name is Member => !NOT_ASKED.has(name));

const NOT_ASKED: ReadonlySet<string> = new Set([...CONFIGURED, ...DIVIDED]);

type Answer = (site: Site, ...about: never[]) => unknown;

/** Questions about parts of a member. */
const PARTS = {
  now: ({ clock }: Site) => clock.now,
  hasCome: ({ clock }: Site, instant: number) => clock.hasCome(instant),
  /** The size of its picture is all that a page ever asks of the file itself. */
  mediaSize: (site: Site, name: string) => sizeIn(site, name),
  /** A question about the broadcast: the value at a path, whether there is one, and whether it has parts of its own. */
  field: ({ root }: Site, ...path: string[]) => partAt(root, path),
  hasField: ({ root }: Site, ...path: string[]) => hasField(root, path),
  hasParts: ({ root }: Site, ...path: string[]) => isObject(partAt(root, path)),
} satisfies Readonly<Record<string, Answer>>;

export type SiteQuestionName = Member | keyof typeof PARTS;
export type SiteQuestion = Question<SiteQuestionName>;

export function answerOf([name, ...about]: SiteQuestion, site: Site): unknown {
  if (name in PARTS)
    return (PARTS[name as keyof typeof PARTS] as (site: Site, ...about: Part[]) => unknown)(site, ...about);
  const member = site[name as keyof Site] as unknown;
  return typeof member === 'function' ? (member as (...about: Part[]) => unknown)(...about) : member;
}

interface Branch {
  question?: Question;
  readonly below: Map<Part, Branch>;
}

const newBranch = (): Branch => ({ below: new Map() });
const ALL = newBranch();

function branchAt(branch: Branch, part: Part): Branch {
  let below = branch.below.get(part);
  if (!below) branch.below.set(part, (below = newBranch()));
  return below;
}

/** The one object for a question. */
export function theQuestion<Name extends string>(question: Question<Name>): Question<Name> {
  let branch = ALL;
  for (const part of question) branch = branchAt(branch, part);
  return (branch.question ??= question) as Question<Name>;
}

/** The same for one that is asked often: without a list for each time. */
export function questionsNamed<Name extends string>(name: Name): (one: Part, other?: Part) => Question<Name> {
  const own = branchAt(ALL, name);
  return (one, other) => {
    const branch = other === undefined ? branchAt(own, one) : branchAt(branchAt(own, one), other);
    return (branch.question ??= other === undefined ? [name, one] : [name, one, other]) as Question<Name>;
  };
}

function sizeIn(site: Site, name: string): string | undefined {
  const file = site.media(name);
  if (!file) return undefined;
  const size = file.imageSize();
  return size ? `${size.width} × ${size.height}` : 'a file';
}

const partAt = (root: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), root);

function hasField(root: object, path: readonly string[]): boolean {
  const holder = partAt(root, path.slice(0, -1));
  return isObject(holder) && Reflect.has(holder, path.at(-1)!);
}

type Note = (question: SiteQuestion) => void;

/** A site that records the questions it is asked, so that they can be asked again after the content has changed. */
export function observedSite(site: Site, note: Note): Site {
  const observed: Site = {
    ...site,
    clock: observedClock(site.clock, note),
    root: observedFields(site.root, note, []),
    media(name) {
      note(mediaSize(name));
      return site.media(name);
    },
  };
  for (const name of membersOf(site)) {
    Object.defineProperty(
      observed,
      name,
      typeof site[name] === 'function' ? lookupIn(site, name, note) : valueOf(site, name, note),
    );
  }
  observers.set(observed, { site, note });
  return observed;
}

function valueOf(site: Site, name: Member, note: Note): PropertyDescriptor {
  const question = theQuestion([name]);
  return {
    get() {
      note(question);
      return site[name];
    },
  };
}

function lookupIn(site: Site, name: Member, note: Note): PropertyDescriptor {
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
  const plain = oncePer((site: Site) => onceEach((key: Key) => ({ value: work(site, key) })));
  const noted = oncePer((site: Site) =>
    onceEach((key: Key) => {
      const asked = new Set<SiteQuestion>();
      const watched = observedSite(site, (question) => {
        for (const broader of asksForLists ? listsFor(question) : [question]) asked.add(broader);
      });
      return { value: work(watched, key), asked: [...asked] };
    }),
  );
  return (site, key) => {
    const observer = observers.get(site);
    if (!observer) return plain(site)(key).value;
    const { value, asked } = noted(observer.site)(key);
    for (const question of asked) observer.note(question);
    return value;
  };
}

/** Broader questions: as long as their answers are the same, so is that of the given one. */
function listsFor(question: SiteQuestion): readonly SiteQuestion[] {
  const [name, one, other] = question;
  switch (name) {
    case 'find':
      return [theQuestion(['of', one!])];
    case 'slotOf':
      return [theQuestion(['programme'])];
    case 'roomName':
      return [theQuestion(['programme']), theQuestion(['strings', other!])];
    default:
      return [question];
  }
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
