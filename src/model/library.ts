import type { Address, MediaFile } from '../content/document.ts';
import type { Content } from '../content/read-content.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { ModelSettings } from './broadcast.ts';

/** What is there, by name. A value rule may ask for no more of other documents: what it found holds as long as these do. */
export interface Library {
  readonly kinds: ReadonlyMap<Address, KindName>;
  readonly addressesOf: (kind: KindName) => readonly Address[];
  /** The first document of a kind with this slug, in whatever folder below the kind's. */
  readonly addressBySlug: (kind: KindName, slug: string) => Address | undefined;
  readonly media: ReadonlyMap<string, MediaFile>;
  /** Addresses of files that are there and could not be read: pointing at one is not a second problem. */
  readonly unreadable: ReadonlySet<Address>;
  readonly settings: ModelSettings;
}

export function catalogued(content: Content, settings: ModelSettings): Library {
  const addresses = new Map<KindName, Address[]>();
  for (const { kind, address } of content.documents) {
    const known = addresses.get(kind);
    if (known) known.push(address);
    else addresses.set(kind, [address]);
  }
  const slugs = new Map<KindName, ReadonlyMap<string, Address>>();
  return {
    kinds: new Map(content.documents.map(({ address, kind }) => [address, kind])),
    addressesOf: (kind) => addresses.get(kind) ?? [],
    addressBySlug: (kind, slug) => {
      const known = slugs.get(kind) ?? bySlug(addresses.get(kind) ?? []);
      slugs.set(kind, known);
      return known.get(slug);
    },
    media: new Map(content.media.map((file) => [file.name, file])),
    unreadable: new Set(content.unreadable),
    settings,
  };
}

const bySlug = (addresses: readonly Address[]): ReadonlyMap<string, Address> =>
  new Map(addresses.toReversed().map((address) => [address.slice(address.lastIndexOf('/') + 1), address]));

/** Equal for libraries that answer every question in the same way. */
export function contentsOf({ kinds, media, unreadable, settings }: Library): string {
  return JSON.stringify([settings, [...unreadable], [...media.keys()], [...kinds.keys()]]);
}

/** `a place`, `an event`: how messages call a document of a kind. */
export function aKind(name: KindName): string {
  const title = kindNamed(name).title.toLowerCase();
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}
