import type { Address } from '../content/document.ts';
import type { Content } from '../content/read-content.ts';
import type { Kind } from '../kinds/kind.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { once } from '../values/once.ts';
import type { JsonObject } from '../values/json.ts';
import type { ModelSettings } from './broadcast.ts';
import { listPath, pageAddress } from './site-paths.ts';
import { traitsOf, type DocumentTraits } from './traits.ts';

/** The state of an address. A document that could not be read exists too: pointing to it is not a second problem. */
export type Fact =
  | ({ readonly type: 'document'; readonly kind: KindName } & Omit<DocumentTraits, 'year'>)
  | { readonly type: 'unreadable' }
  /** It exists only for these other targets. */
  | { readonly type: 'elsewhere'; readonly targets: readonly string[] };

/** The documents and media by name: everything a value rule may ask about other documents. */
export interface Library {
  /** The kinds of documents, by name. */
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly settings: ModelSettings;
  readonly factOf: (address: string) => Fact | undefined;
  readonly hasMedia: (name: string) => boolean;
  /** By the path of a page of a document or list. */
  readonly hasPage: (path: string) => boolean;
  readonly addressesOf: (kind: KindName) => readonly Address[];
  /** The first document of a kind with this slug, in any folder of the kind. */
  readonly addressBySlug: (kind: KindName, slug: string) => Address | undefined;
  readonly mediaNames: () => readonly string[];
  /** In how many entries of the programme each year occurs. */
  readonly years: () => readonly (readonly [year: number, entries: number])[];
  /** The paths of the documents' pages. */
  readonly pages: () => readonly string[];
}

export interface Facts {
  readonly documents: ReadonlyMap<Address, Fact>;
  readonly media: ReadonlySet<string>;
  readonly pages: () => ReadonlySet<string>;
  readonly years: ReadonlyMap<number, number>;
}

export function factsOf(content: Content): Facts {
  const { documents, media, unreadable, elsewhere = new Map<Address, readonly string[]>() } = content;
  const facts = new Map<Address, Fact>();
  for (const [address, targets] of elsewhere) facts.set(address, { type: 'elsewhere', targets });
  for (const address of unreadable) facts.set(address, { type: 'unreadable' });
  const years = new Map<number, number>();
  for (const document of documents) {
    const { year, ...traits } = traitsOf(document);
    facts.set(document.address, { type: 'document', kind: document.kind, ...traits });
    if (year !== undefined) years.set(year, (years.get(year) ?? 0) + 1);
  }
  return {
    documents: facts,
    media: new Set(media.map(({ name }) => name)),
    years,
    // Few documents ask for pages.
    pages: once(() => pagesOf(content)),
  };
}

/** Equal for equal facts. */
export const factsText = ({ documents, media, years, pages }: Facts): string =>
  JSON.stringify([[...documents], [...media], [...years], [...pages()]]);

function pagesOf({ kinds, documents, unreadable, elsewhere = new Map() }: Content): ReadonlySet<string> {
  const named = byName(kinds);
  return new Set([
    ...documents.flatMap((document) => {
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
    hasPage: (path) => facts.pages().has(path),
    addressesOf,
    addressBySlug(kind, slug) {
      const addresses = slugs.get(kind) ?? bySlug(addressesOf(kind));
      slugs.set(kind, addresses);
      return addresses.get(slug);
    },
    mediaNames: () => [...media],
    years: () => [...facts.years],
    pages: () => [...facts.pages()],
    kinds: byName(kinds),
    settings,
  };
}

const bySlug = (addresses: readonly Address[]): ReadonlyMap<string, Address> =>
  new Map(addresses.toReversed().map((address) => [address.slice(address.lastIndexOf('/') + 1), address]));

/** `a place`, `an event`: the name of a kind in messages. */
export function aKind(kind: KindName | Pick<Kind, 'title'>): string {
  const title = (typeof kind === 'string' ? kindNamed(kind) : kind).title.toLowerCase();
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}
