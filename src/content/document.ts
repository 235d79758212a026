import type { Span } from '../diagnostics/diagnostic.ts';
import type { JsonObject, Path } from '../values/json.ts';
import type { Kind } from '../kinds/kind.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import type { ImageSize } from './image-size.ts';

/** The name of a document everywhere: its folder and slug, `events/opening-night`. */
export type Address = string;

/** A content file as written, before anything is checked or filled in. */
export interface Document {
  readonly kind: KindName;
  /** The declaration of its kind. */
  readonly declaration: Kind;
  /** The document's address. */
  readonly address: Address;
  /** The last part of the address. */
  readonly slug: string;
  /** The file that it was read from. */
  readonly source: Positions;
  /** The YAML file, or the front matter. */
  readonly data: JsonObject;
  /** The body of a Markdown file. */
  readonly body?: Body;
  /** Its texts in other languages. */
  readonly translations: readonly Translation[];
  /** The files it was merged from, if there are several. */
  readonly layers?: Layers<Document>;
  /** From a folder that several broadcasts share: a change of its file changes all of them. */
  readonly inherited?: true;
}

/**
 * A file's text and the positions of its values. For two merged files it is the shared one, with each value's own
 * position.
 */
export interface Positions {
  /** The path of the file, as diagnostics show it. */
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
  /** The position of a key. */
  readonly keySpan: (path: Path) => Span;
  /** The position of a value. */
  readonly valueSpan: (path: Path) => Span;
  /** The position of a part of a text value. */
  readonly textSpan: (path: Path, text: string, part: readonly [start: number, end: number]) => Span;
  /** By offset in `text`. */
  readonly span: (start: number, end: number) => Span;
}

/** Two files that are merged. Each can be merged from two others. */
export interface Layers<T> {
  /** From a folder that more targets or broadcasts share. */
  readonly shared: T;
  /** From the folder that overlays it. */
  readonly overlay: T;
}

/** The body of a Markdown file. */
export interface Body {
  /** With line feeds: the content of a document does not depend on the line breaks of a checkout. */
  readonly text: string;
  /** With the file's own line breaks. */
  readonly written: string;
  /** The span of a range of `text`. */
  readonly span: (start: number, end: number) => Span;
}

/** The sibling file of a Markdown document with its text in another language. */
export interface Translation {
  /** The language. */
  readonly locale: Locale;
  /** The file that it was read from. */
  readonly source: Positions;
  /** The front matter. */
  readonly data: JsonObject;
  /** The translated body. */
  readonly body: Body;
  /** The files it was merged from. */
  readonly layers?: Layers<Translation>;
  /** From a folder that several broadcasts share. */
  readonly inherited?: true;
}

/** A file under media/. */
export interface MediaFile {
  /** `media/bridge.jpg`: how values refer to it. */
  readonly name: string;
  /** The path of the file, as diagnostics show it. */
  readonly file: string;
  /** The size of the file. */
  readonly bytes: number;
  /** Read on demand, since most media never need measuring. */
  readonly imageSize: () => ImageSize | undefined;
}
