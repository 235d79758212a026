/**
 * What a page can ask of its site, as values: they can be kept, compared, and answered again by another site. A question is
 * its name and what it is about; equal questions are one object, because pages of a large site ask millions of them.
 */
import { isObject } from '../values/json.ts';
import type { Site } from './site.ts';

type Part = string | number;

/** `['entity', 'events/opening']` */
export type Question<Name extends string = string> = readonly [name: Name, ...about: Part[]];

/** They come from the configuration, and are the same for every page. */
type Configured = 'kinds' | 'url' | 'gallery' | 'offline' | 'highlight' | 'markdown' | 'timezone' | 'locales';
/** Asked for their parts, below. */
type Divided = 'clock' | 'history' | 'media' | 'root';

/** The other members of a site: those that have one value, and those that are asked about a kind, an address or a language. */
export const MEMBERS = {
  rootEntity: 'value',
  words: 'value',
  location: 'value',
  translations: 'value',
  isPrivate: 'value',
  programme: 'value',
  programmeDays: 'value',
  programmeEnd: 'value',
  programmeYears: 'value',
  hasLargeProgramme: 'value',
  revised: 'value',
  strings: 'lookup',
  of: 'lookup',
  has: 'lookup',
  find: 'lookup',
  entity: 'lookup',
  slotOf: 'lookup',
  slotsAt: 'lookup',
  slotsWith: 'lookup',
  meanwhile: 'lookup',
  neighbours: 'lookup',
  nameOf: 'lookup',
  sharesText: 'lookup',
  roomName: 'lookup',
} as const satisfies Readonly<Record<Exclude<keyof Site, Configured | Divided>, 'value' | 'lookup'>>;

type Answer = (site: Site, ...about: never[]) => unknown;

/** Questions about parts of a member. */
const PARTS = {
  now: ({ clock }: Site) => clock.now,
  hasCome: ({ clock }: Site, instant: number) => clock.hasCome(instant),
  hasHistory: ({ history }: Site) => history !== undefined,
  historyHead: ({ history }: Site) => history?.head,
  changes: ({ history }: Site) => history?.changes,
  revisions: ({ history }: Site) => history?.revisions,
  allNames: ({ history }: Site) => history?.names,
  revision: ({ history }: Site, address: string) => history?.revisions.get(address),
  namesOf: ({ history }: Site, address: string) => history?.names.get(address),
  /** Of the file itself a page only ever asks how large its picture is. */
  mediaSize: (site: Site, name: string) => sizeIn(site, name),
  /** Of the broadcast: the value at a path, whether there is one, and whether it has parts of its own. */
  field: ({ root }: Site, ...path: string[]) => partAt(root, path),
  hasField: ({ root }: Site, ...path: string[]) => hasField(root, path),
  hasParts: ({ root }: Site, ...path: string[]) => isObject(partAt(root, path)),
} satisfies Readonly<Record<string, Answer>>;

export type SiteQuestionName = keyof typeof MEMBERS | keyof typeof PARTS;
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
