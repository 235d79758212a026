import type { Address } from '../content/document.ts';
import type { Content } from '../content/read-content.ts';
import type { Kind } from '../kinds/kind.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { JsonObject } from '../values/json.ts';
import type { ModelSettings } from './broadcast.ts';
import { listPath, pageAddress } from './site-paths.ts';

/** The result for a name. A document that could not be read exists too: pointing to it is not a second problem. */
export type Fact = KindName | 'file' | 'path' | 'unreadable' | Elsewhere;

/** It exists only for these other targets. */
type Elsewhere = `for ${string}`;

/** The documents and media by name: everything a value rule may ask about other documents. */
export interface Library {
  /** By the address of a document, or the name of a media file. */
  readonly factOf: (name: string) => Fact | undefined;
  readonly addressesOf: (kind: KindName) => readonly Address[];
  /** The first document of a kind with this slug, in any folder of the kind. */
  readonly addressBySlug: (kind: KindName, slug: string) => Address | undefined;
  readonly mediaNames: () => readonly string[];
  /** The paths of the documents' pages. */
  readonly pages: () => readonly string[];
  /** The kinds of documents, by name. */
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly settings: ModelSettings;
}

export type Facts = ReadonlyMap<string, Fact>;

export function factsOf({ kinds, documents, media, unreadable, unread, elsewhere = new Map() }: Content): Facts {
  const named = byName(kinds);
  return new Map<string, Fact>([
    ...[...elsewhere].map(([address, targets]) => [address, `for ${targets.join(' and ')}`] as const),
    ...unread.map(({ address, kind }) => [address, kind] as const),
    ...unreadable.map((address) => [address, 'unreadable'] as const),
    ...documents.map(({ address, kind }) => [address, kind] as const),
    ...media.map(({ name }) => [name, 'file'] as const),
    ...[...unread, ...documents].flatMap((document) => {
      const kind = named.get(document.kind);
      return kind?.page ? [[pageOf(document, kind), 'path'] as const] : [];
    }),
    ...[...elsewhere.keys(), ...unreadable].map((address) => {
      const kind = kinds.find(({ folder }) => address.startsWith(`${folder}/`));
      return [kind ? pageOf({ address }, kind) : pageFact(`/${address}/`), 'path'] as const;
    }),
    ...kinds.flatMap((kind) => {
      const path = listPath(kind);
      return path === undefined ? [] : [[pageFact(path), 'path'] as const];
    }),
  ]);
}

const byName = (kinds: readonly Kind[]): ReadonlyMap<string, Kind> => new Map(kinds.map((kind) => [kind.name, kind]));

/** The name under which a page is looked up, by its path. */
export const pageFact = (path: string): string => `page ${path}`;

function pageOf({ address, data }: { readonly address: Address; readonly data?: JsonObject }, kind: Kind): string {
  const slug = data?.['$slug'];
  return pageFact(`/${pageAddress(kind, address, typeof slug === 'string' ? slug : undefined)}/`);
}

/** The targets that a document is limited to, if the current target is not among them. */
export const otherTargets = (fact: Fact | undefined): string | undefined => /^for (.*)$/.exec(fact ?? '')?.[1];

interface About {
  readonly settings: ModelSettings;
  readonly kinds: readonly Kind[];
}

export function libraryOf(facts: Facts, { settings, kinds }: About): Library {
  let groups: ReadonlyMap<Fact, readonly (readonly [string, Fact])[]> | undefined;
  const named = (wanted: Fact): readonly string[] =>
    ((groups ??= Map.groupBy(facts, ([, fact]) => fact)).get(wanted) ?? []).map(([name]) => name);
  const slugs = new Map<KindName, ReadonlyMap<string, Address>>();
  return {
    factOf: (name) => facts.get(name),
    addressesOf: named,
    addressBySlug(kind, slug) {
      const known = slugs.get(kind) ?? bySlug(named(kind));
      slugs.set(kind, known);
      return known.get(slug);
    },
    mediaNames: () => named('file'),
    pages: () => named('path').map((name) => name.slice(pageFact('').length)),
    kinds: byName(kinds),
    settings,
  };
}

const bySlug = (addresses: readonly Address[]): ReadonlyMap<string, Address> =>
  new Map(addresses.toReversed().map((address) => [address.slice(address.lastIndexOf('/') + 1), address]));

/** A library that records the names it was asked for, and `every …` for whole lists. */
export function observedLibrary(library: Library, note: (name: string) => void): Library {
  return {
    factOf(name) {
      note(name);
      return library.factOf(name);
    },
    addressesOf(kind) {
      note(every(kind));
      return library.addressesOf(kind);
    },
    addressBySlug(kind, slug) {
      note(every(kind));
      return library.addressBySlug(kind, slug);
    },
    mediaNames() {
      note(every('file'));
      return library.mediaNames();
    },
    pages() {
      note(every('path'));
      return library.pages();
    },
    kinds: library.kinds,
    settings: library.settings,
  };
}

/** The names that have to be asked again after recording these. */
export function changedNames(before: Facts, after: Facts): ReadonlySet<string> {
  const changed = new Set<string>();
  const add = (name: string, one: Fact | undefined, other: Fact | undefined): void => {
    if (one === other) return;
    changed.add(name);
    for (const fact of [one, other]) if (fact !== undefined) changed.add(every(fact));
  };
  for (const [name, fact] of before) add(name, fact, after.get(name));
  for (const [name, fact] of after) add(name, before.get(name), fact);
  return changed;
}

const every = (fact: Fact): string => `every ${fact}`;

/** `a place`, `an event`: the name of a kind in messages. */
export function aKind(kind: KindName | Pick<Kind, 'title'>): string {
  const title = (typeof kind === 'string' ? kindNamed(kind) : kind).title.toLowerCase();
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}
