import { writeAttributes } from './canonical-html.ts';

export interface MarkdownImage {
  readonly src: string;
  readonly alt: string;
  readonly title?: string;
}

/** The functions may be called several times for a text. */
export interface MarkdownOptions {
  /** The level of the outermost headings: one below the page's own. */
  readonly baseHeading: number;
  /** Makes the ids of several texts on one page unique. */
  readonly idPrefix: string;
  /** The label of a table without column headings. */
  readonly tableLabel: string;
  /** Resolves the URL of a link or picture for the current page. Undefined if only its words should be shown. */
  readonly resolveUrl: (url: string, use: 'link' | 'image') => string | undefined;
  /**
   * Returns inline HTML for a picture. Its `src` is resolved, checked and encoded as a URL: the name of a file is
   * `decodeURI(src)`.
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
