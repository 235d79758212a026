import type { Address, Document, MediaFile } from '../content/document.ts';
import type { Content } from '../content/read-content.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import type { ModelSettings } from './broadcast.ts';

/** What is there, by name: what a value rule may ask about other documents. */
export interface Library {
  readonly documents: ReadonlyMap<Address, Document>;
  readonly addressesOf: (kind: KindName) => readonly Address[];
  readonly media: ReadonlyMap<string, MediaFile>;
  /** Addresses of files that are there and could not be read: pointing at one is not a second problem. */
  readonly unreadable: ReadonlySet<Address>;
  /** Documents that are there for other targets only, with the names of those. */
  readonly elsewhere: ReadonlyMap<Address, readonly string[]>;
  readonly settings: ModelSettings;
}

export function catalogued(content: Content, settings: ModelSettings): Library {
  const addresses = new Map<KindName, Address[]>();
  for (const { kind, address } of content.documents) {
    const known = addresses.get(kind);
    if (known) known.push(address);
    else addresses.set(kind, [address]);
  }
  return {
    documents: new Map(content.documents.map((document) => [document.address, document])),
    addressesOf: (kind) => addresses.get(kind) ?? [],
    media: new Map(content.media.map((file) => [file.name, file])),
    unreadable: new Set(content.unreadable),
    elsewhere: content.elsewhere ?? new Map(),
    settings,
  };
}

/** `a place`, `an event`: how messages call a document of a kind. */
export function aKind(name: KindName): string {
  const title = kindNamed(name).title.toLowerCase();
  return `${/^[aeiou]/.test(title) ? 'an' : 'a'} ${title}`;
}
