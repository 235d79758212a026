import type { Address, Document, MediaFile } from '../content/document.ts';
import type { Json, JsonObject, Path } from '../values/json.ts';
import type { Kind } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';

export type { Body, Document, MediaFile } from '../content/document.ts';

/** A pointer in a file: by address, or by the id of an object that has no file. */
export interface Pointer {
  /** Where it is in the fields. */
  readonly path: Path;
  /** The addresses that it refers to. */
  readonly to: { readonly address: Address } | { readonly id: string };
}

/** A document after it is checked and normalised: the form that sync and site work with. */
export interface Entity {
  readonly kind: KindName;
  /** The document's address. */
  readonly address: Address;
  /** The last part of its URL on the site. */
  readonly slug: string;
  /** The file it was read from. */
  readonly document: Document;
  /** The interface's fields: times with their offset, the Markdown body in its field, pointers as written. */
  readonly fields: JsonObject;
  /** The values of its keys that start with `$`. */
  readonly local: LocalKeys;
  /** The documents that it refers to. */
  readonly pointers: readonly Pointer[];
  /** The paths in `fields` that name a media file of this repository. */
  readonly media: readonly Path[];
  /** The paths in `fields` that contain Markdown, whose pictures may be media files too. */
  readonly markdown: readonly Path[];
  /** Fields that are left out because of errors in them: only rules ever see such an entity. */
  readonly faulty?: ReadonlySet<string>;
}

/** The values of keys that start with `$`. */
export interface LocalKeys {
  /** `$id`: the id of its object on the target. */
  readonly id?: string;
  /** `$protect`: its object is never deleted or replaced. */
  readonly protect: boolean;
  /** It came with the starter: only the embedded service receives it. */
  readonly example?: true;
  /** `$cancelled`: it does not take place, and stays in the programme. */
  readonly cancelled?: true;
  /** `$full`: no places are left. */
  readonly full?: true;
  /** `$stream`: the URL where it can be followed live. */
  readonly stream?: string;
  /** `$recording`: the URL of its recording. */
  readonly recording?: string;
  /** `$hosts`: pointers to the hosts of a kind that has no field for them. */
  readonly hosts?: readonly string[];
  /** `$address`: the postal address of a place, or of the whole event. */
  readonly address?: PostalAddress;
  /** `$geo`: the position of a place, or of the whole event. */
  readonly geo?: Geo;
  /** `$slug`: the last part of its URL on the site. */
  readonly slug?: string;
  /** `$aliases`: former addresses of its page, as paths of the site or addresses of documents. */
  readonly aliases?: readonly string[];
  /** `$locales`: its texts in other languages. */
  readonly locales: { readonly [L in Locale]?: { readonly [field: string]: Json } };
  /** `$map`: the map that it is on. */
  readonly map?: Address;
  /** `$order`: its position among documents of its kind. */
  readonly order?: number;
  /** `$scale`: metres in one pixel of a map. */
  readonly scale?: number;
  /** `$words`: titles in other languages. */
  readonly words?: Words;
}

/** The postal address of a place. */
export interface PostalAddress {
  /** Street and number. */
  readonly street?: string;
  /** The postal code. */
  readonly postcode?: string;
  /** The town or city. */
  readonly city: string;
  /** The state or region. */
  readonly region?: string;
  /** The country, or its code of two letters. */
  readonly country?: string;
}

/** The position of a place on the globe. */
export interface Geo {
  /** Degrees north. */
  readonly latitude: number;
  /** Degrees east. */
  readonly longitude: number;
}

/** The titles of tiles and menu sections in other languages, by their title in the broadcast. */
export type Words = { readonly [L in Locale]?: { readonly [own: string]: string } };

/** All content, checked. It is immutable: a change makes a new one. */
export interface Broadcast {
  /** The kinds of its documents, in the order in which people encounter them. */
  readonly kinds: readonly Kind[];
  /** The documents, by address. */
  readonly entities: ReadonlyMap<Address, Entity>;
  /** The same documents, by kind. */
  readonly byKind: ReadonlyMap<KindName, readonly Entity[]>;
  /** The media files, by name. */
  readonly media: ReadonlyMap<string, MediaFile>;
  /** The documents that exist only for other targets, with the names of those targets. */
  readonly elsewhere?: ReadonlyMap<Address, readonly string[]>;
  /** The settings it was checked with. */
  readonly settings: ModelSettings;
}

/** The settings that decide what content means. */
export interface ModelSettings {
  /** The time zone for times without an offset. */
  readonly timezone: string;
  /** The languages of the site. Texts that name no language are in the first. */
  readonly locales: readonly Locale[];
  /** The names that `$targets` may use; any name if undefined. */
  readonly targets?: readonly string[];
  /** The variables that documents may name as secrets; any variable if undefined. */
  readonly secrets?: readonly string[];
  /** The variables with the keys of targets, which documents can never name. */
  readonly keys?: readonly string[];
}
