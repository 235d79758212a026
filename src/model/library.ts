import type { Address, Document } from '../content/document.ts';
import type { Content, DocumentTraits, UnreadDocument } from '../content/read-content.ts';
import type { Kind } from '../kinds/kind.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { digest } from '../values/digest.ts';
import type { JsonObject } from '../values/json.ts';
import type { ModelSettings } from './broadcast.ts';
import { listPath, pageAddress } from './site-paths.ts';
import { traitsOf } from './traits.ts';

/** The state of an address. A document that could not be read exists too: pointing to it is not a second problem. */
export type Fact =
  | ({ readonly type: 'document'; readonly kind: KindName } & Omit<DocumentTraits, 'year'>)
  | { readonly type: 'unreadable' }
  /** It exists only for these other targets. */
  | { readonly type: 'elsewhere'; readonly targets: readonly string[] };

/** The documents and media by name: everything a value rule may ask about other documents. */
export interface Library extends Questions {
  /** The kinds of documents, by name. */
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly settings: ModelSettings;
}

interface Questions {
  readonly factOf: (address: string) => Fact | undefined;
  readonly hasMedia: (name: string) => boolean;
  /** By the path of a page of a document or list. */
  readonly hasPage: (path: string) => boolean;
  readonly addressesOf: (kind: KindName) => readonly Address[];
  /** The first document of a kind with this slug, in any folder of the kind. */
  readonly addressBySlug: (kind: KindName, slug: string) => Address | undefined;
  readonly mediaNames: () => readonly string[];
  /** In how many entries of the programme each year occurs; `MANY` stands for any larger number. */
  readonly years: () => readonly (readonly [year: number, entries: number])[];
  /** The paths of the documents' pages. */
  readonly pages: () => readonly string[];
}

export interface Facts {
  readonly documents: ReadonlyMap<Address, Fact>;
  readonly media: ReadonlySet<string>;
  readonly pages: ReadonlySet<string>;
  readonly years: ReadonlyMap<number, number>;
}

export const NO_FACTS: Facts = { documents: new Map(), media: new Set(), pages: new Set(), years: new Map() };

/** With exact numbers, every new entry would change what all others know. */
export const MANY = 6;

export function factsOf(content: Content): Facts {
  const { documents, media, unreadable, elsewhere = new Map<Address, readonly string[]>() } = content;
  const read = content.unread.length === 0 ? documents : inFileOrder(content);
  const facts = new Map<Address, Fact>();
  for (const [address, targets] of elsewhere) facts.set(address, { type: 'elsewhere', targets });
  for (const address of unreadable) facts.set(address, { type: 'unreadable' });
  const years = new Map<number, number>();
  for (const document of read) {
    const { year, ...traits } = 'source' in document ? traitsOf(document) : (document.traits ?? {});
    facts.set(document.address, { type: 'document', kind: document.kind, ...traits });
    if (year !== undefined) years.set(year, Math.min(MANY, (years.get(year) ?? 0) + 1));
  }
  let pages: ReadonlySet<string> | undefined;
  return {
    documents: facts,
    media: new Set(media.map(({ name }) => name)),
    years,
    // Few documents ask for pages.
    get pages() {
      return (pages ??= pagesOf(content, read));
    },
  };
}

function pagesOf(
  { kinds, unreadable, elsewhere = new Map() }: Content,
  read: readonly (UnreadDocument | Document)[],
): ReadonlySet<string> {
  const named = byName(kinds);
  return new Set([
    ...read.flatMap((document) => {
      const kind = named.get(document.kind);
      return kind?.page ? [pageOf(document, kind)] : [];
    }),
    ...[...elsewhere.keys(), ...unreadable].map((address) => {
      const kind = kinds.find(({ folder }) => address.startsWith(`${folder}/`));
      return kind ? pageOf({ address }, kind) : `/${address}/`;
    }),
    ...kinds.flatMap((kind) => listPath(kind) ?? []),
  ]);
}

/** The first of two addresses that are equally near to a misspelt one is suggested, whichever documents were read. */
function inFileOrder({ prefix, unread, documents }: Content): readonly (UnreadDocument | Document)[] {
  const pathOf = (each: UnreadDocument | Document): string =>
    'path' in each ? each.path : each.source.file.slice(prefix.length);
  return [...unread, ...documents].sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
}

const byName = (kinds: readonly Kind[]): ReadonlyMap<string, Kind> => new Map(kinds.map((kind) => [kind.name, kind]));

function pageOf({ address, data }: { readonly address: Address; readonly data?: JsonObject }, kind: Kind): string {
  const slug = data?.['$slug'];
  return `/${pageAddress(kind, address, typeof slug === 'string' ? slug : undefined)}/`;
}

/** A message completes "exists only for …" with it. */
export const targetNames = ({ targets }: Extract<Fact, { type: 'elsewhere' }>): string => targets.join(' and ');

interface About {
  readonly settings: ModelSettings;
  readonly kinds: readonly Kind[];
}

function addressesByKind(documents: Facts['documents']): ReadonlyMap<KindName, readonly Address[]> {
  const groups = new Map<KindName, Address[]>();
  for (const [address, fact] of documents) {
    if (fact.type !== 'document') continue;
    const group = groups.get(fact.kind);
    if (group) group.push(address);
    else groups.set(fact.kind, [address]);
  }
  return groups;
}

export function libraryOf(facts: Facts, { settings, kinds }: About): Library {
  const { documents, media } = facts;
  let groups: ReadonlyMap<KindName, readonly Address[]> | undefined;
  const addressesOf = (wanted: KindName): readonly Address[] => {
    groups ??= addressesByKind(documents);
    return groups.get(wanted) ?? [];
  };
  const slugs = new Map<KindName, ReadonlyMap<string, Address>>();
  return {
    factOf: (address) => documents.get(address),
    hasMedia: (name) => media.has(name),
    hasPage: (path) => facts.pages.has(path),
    addressesOf,
    addressBySlug(kind, slug) {
      const addresses = slugs.get(kind) ?? bySlug(addressesOf(kind));
      slugs.set(kind, addresses);
      return addresses.get(slug);
    },
    mediaNames: () => [...media],
    years: () => [...facts.years],
    pages: () => [...facts.pages],
    kinds: byName(kinds),
    settings,
  };
}

const bySlug = (addresses: readonly Address[]): ReadonlyMap<string, Address> =>
  new Map(addresses.toReversed().map((address) => [address.slice(address.lastIndexOf('/') + 1), address]));

/** The subject of a question: its answer can only change with that. */
const SUBJECTS = {
  factOf: 'document',
  hasMedia: 'media',
  hasPage: 'page',
  addressesOf: 'every-document',
  addressBySlug: 'every-document',
  mediaNames: 'every-media',
  years: 'every-year',
  pages: 'every-page',
} as const satisfies Readonly<Record<keyof Questions, string>>;

type Subject = (typeof SUBJECTS)[keyof Questions];

/** Equal for equal subjects only: a type contains no space. */
export type SubjectKey = string & { readonly subject: unique symbol };

const keyOf = (type: Subject, name = ''): SubjectKey => `${type} ${name}` as SubjectKey;

const asked = Object.entries(SUBJECTS) as readonly (readonly [keyof Questions, Subject])[];

type Ask = (...about: readonly string[]) => unknown;

/** A library that records what it was asked for, so that a check is made again when one of the answers changed. */
export function observedLibrary(library: Library, record: (key: SubjectKey) => void): Library {
  const observed = asked.map(([question, type]): readonly [string, Ask] => {
    const ask = library[question] as Ask;
    return [
      question,
      (...about) => {
        record(keyOf(type, about[0]));
        return ask(...about);
      },
    ];
  });
  return { ...library, ...(Object.fromEntries(observed) as unknown as Questions) };
}

const LONG = 100;

/** The answer to a recorded question, as a text that is equal for equal answers. */
export function answerTo(key: SubjectKey, library: Library): string {
  const space = key.indexOf(' ');
  const [question] = asked.find(([, type]) => type === key.slice(0, space))!;
  const answer = JSON.stringify((library[question] as Ask)(key.slice(space + 1)) ?? null);
  return answer.length > LONG ? digest(answer) : answer;
}

/** Subjects whose answer is not the same before and after. */
export function changedSubjects(before: Facts, after: Facts): ReadonlySet<SubjectKey> {
  const changed = new Set<SubjectKey>();
  for (const address of new Set([...before.documents.keys(), ...after.documents.keys()])) {
    const facts = [before.documents.get(address), after.documents.get(address)] as const;
    if (isSameFact(...facts)) continue;
    changed.add(keyOf('document', address));
    for (const fact of facts) if (fact?.type === 'document') changed.add(keyOf('every-document', fact.kind));
  }
  const note = (one: Subject, all: Subject, names: readonly string[]): void => {
    for (const name of names) changed.add(keyOf(one, name));
    if (names.length > 0) changed.add(keyOf(all));
  };
  note('media', 'every-media', inOneOnly(before.media, after.media));
  note('page', 'every-page', inOneOnly(before.pages, after.pages));
  if (JSON.stringify([...before.years]) !== JSON.stringify([...after.years])) changed.add(keyOf('every-year'));
  return changed;
}

const inOneOnly = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] => [
  ...[...one].filter((name) => !other.has(name)),
  ...[...other].filter((name) => !one.has(name)),
];

function isSameFact(one: Fact | undefined, other: Fact | undefined): boolean {
  if (one?.type === 'document' && other?.type === 'document')
    return (
      one.kind === other.kind && one.hidden === other.hidden && one.alt === other.alt && one.example === other.example
    );
  if (one?.type === 'elsewhere' && other?.type === 'elsewhere') return one.targets.join() === other.targets.join();
  return one?.type === other?.type;
}

/** `a place`, `an event`: the name of a kind in messages. */
export function aKind(kind: KindName | Pick<Kind, 'title'>): string {
  const title = (typeof kind === 'string' ? kindNamed(kind) : kind).title.toLowerCase();
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}
