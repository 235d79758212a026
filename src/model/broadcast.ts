import type { Address, Document, MediaFile } from '../content/document.ts';
import type { Json, JsonObject, Path } from '../values/json.ts';
import type { Kind } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';

export type { Body, Document, MediaFile } from '../content/document.ts';

/** A pointer as a file has it: by address, or by the id of an object that no file stands for. */
export interface Pointer {
  readonly path: Path;
  readonly to: { readonly address: Address } | { readonly id: string };
}

/** A document once it is checked and filled in: the form that sync and site work with. */
export interface Entity {
  readonly kind: KindName;
  readonly address: Address;
  readonly slug: string;
  readonly document: Document;
  /** The interface's fields: times with their offset, the Markdown body in its field, pointers as they are written. */
  readonly fields: JsonObject;
  readonly local: LocalKeys;
  readonly pointers: readonly Pointer[];
  /** Where `fields` holds the name of a media file of this repository. */
  readonly media: readonly Path[];
  /** Where `fields` holds Markdown, whose pictures may be media files too. */
  readonly markdown: readonly Path[];
  /** Fields that are left out because of errors in them: only rules ever see such an entity. */
  readonly faulty?: ReadonlySet<string>;
}

/** What the keys that start with `$` say. */
export interface LocalKeys {
  readonly id?: string;
  readonly protect: boolean;
  /** It came with the starter: only the embedded service gets it. */
  readonly example?: true;
  readonly slug?: string;
  readonly locales: { readonly [L in Locale]?: { readonly [field: string]: Json } };
  readonly map?: Address;
  readonly words?: Words;
}

/** The titles of tiles and menu sections in other languages, by the words that the broadcast has for them. */
export type Words = { readonly [L in Locale]?: { readonly [own: string]: string } };

/** All the content, checked. Nothing changes it: a change makes a new one. */
export interface Broadcast {
  /** What its documents can be, in the order in which people meet them. */
  readonly kinds: readonly Kind[];
  readonly entities: ReadonlyMap<Address, Entity>;
  readonly byKind: ReadonlyMap<KindName, readonly Entity[]>;
  readonly media: ReadonlyMap<string, MediaFile>;
  /** The documents that are there for other targets only, with the names of those. */
  readonly elsewhere?: ReadonlyMap<Address, readonly string[]>;
  readonly settings: ModelSettings;
}

export interface ModelSettings {
  /** Times without an offset are read in it. */
  readonly timezone: string;
  /** The languages of the site; the first is that of texts that name none. */
  readonly locales: readonly Locale[];
  /** The names that `$targets` may give; where they are not known, it may give any. */
  readonly targets?: readonly string[];
  /** The variables that documents may name as secrets; where they are not known, they may name any. */
  readonly secrets?: readonly string[];
  /** The variables with the keys of targets, which documents can never name. */
  readonly keys?: readonly string[];
}
