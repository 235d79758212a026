import type { Span } from '../diagnostics/diagnostic.ts';
import type { JsonObject, Path } from '../values/json.ts';
import type { Kind } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { ImageSize } from './image-size.ts';

/** A document's name everywhere: its folder and slug, `events/opening-night`. */
export type Address = string;

/** One file of content as it is written, before anything is checked or filled in. */
export interface Document {
  readonly kind: KindName;
  /** What is declared of its kind. */
  readonly declaration: Kind;
  readonly address: Address;
  /** The last part of the address. */
  readonly slug: string;
  readonly source: Positions;
  /** The YAML file, or the front matter. */
  readonly data: JsonObject;
  readonly body?: Body;
  readonly translations: readonly Translation[];
  /** What it was laid together from, where its target has a file of its own over the shared one. */
  readonly layers?: Layers<Document>;
}

/** A file's text, and where its values stand. Of two files laid together it is the shared one, and each value's own place. */
export interface Positions {
  readonly file: string;
  readonly text: string;
  readonly keySpan: (path: Path) => Span;
  readonly valueSpan: (path: Path) => Span;
  /** By its place in `text`. */
  readonly span: (start: number, end: number) => Span;
}

export interface Layers<T> {
  /** Of the content folder: every target has it. */
  readonly shared: T;
  /** Of the target's own folder. */
  readonly overlay: T;
}

export interface Body {
  /** With line feeds: what a document says does not depend on the line breaks of a checkout. */
  readonly text: string;
  /** With the line breaks of the file. */
  readonly written: string;
  /** The span of a stretch of `text`. */
  readonly span: (start: number, end: number) => Span;
}

/** The sibling file of a Markdown document that holds its text in another language. */
export interface Translation {
  readonly locale: Locale;
  readonly source: Positions;
  readonly data: JsonObject;
  readonly body: Body;
  readonly layers?: Layers<Translation>;
}

/** A file under media/. */
export interface MediaFile {
  /** `media/bridge.jpg`: how values refer to it. */
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** Read when someone asks, since most media never need measuring. */
  readonly imageSize: () => ImageSize | undefined;
}
