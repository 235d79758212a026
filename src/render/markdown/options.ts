import { writeAttributes } from './attributes.ts';

export interface MarkdownImage {
  readonly src: string;
  readonly alt: string;
  readonly title?: string;
}

/** The functions may be called more than once for a text. */
export interface MarkdownOptions {
  /** The level of the outermost headings: one below the page's own. */
  readonly baseHeading: number;
  /** Keeps the ids of several texts on one page apart. */
  readonly idPrefix: string;
  /** What a table without words in its head is called. */
  readonly tableLabel: string;
  /** Where a link or picture leads from the page that is rendered, or nothing to leave only its words. */
  readonly resolveUrl: (url: string, use: 'link' | 'image') => string | undefined;
  /**
   * HTML for a picture, made of elements that may stand inside of a line. Its `src` is resolved, checked and encoded as a
   * URL: the name of a file is `decodeURI(src)`.
   */
  readonly image: (image: MarkdownImage) => string;
}

export const DEFAULT_OPTIONS: MarkdownOptions = {
  baseHeading: 2,
  idPrefix: '',
  tableLabel: 'Table',
  resolveUrl: (url) => url,
  image: (image) => `<img${writeAttributes({ ...image, loading: 'lazy', decoding: 'async' })}>`,
};
