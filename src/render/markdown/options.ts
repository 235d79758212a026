import type { AdmonitionType } from '../../markdown/admonition.ts';
import { writeAttributes } from './canonical-html.ts';

export interface MarkdownImage {
  readonly src: string;
  readonly alt: string;
  readonly title?: string;
}

/** The words that a text needs besides its own, in the language of the page. */
export interface MarkdownWords {
  readonly footnotes: string;
  readonly footnote: (number: number) => string;
  /** The link from a footnote back to the sentence that refers to it. */
  readonly backTo: (reference: string) => string;
  /** The link to a heading, next to it. */
  readonly linkTo: (heading: string) => string;
  /** The boxes of a task list. */
  readonly done: string;
  readonly open: string;
  readonly admonitions: Readonly<Record<AdmonitionType, string>>;
}

/** The functions may be called several times for a text. */
export interface MarkdownOptions {
  /** The level of the outermost headings: one below the page's own. */
  readonly baseHeading: number;
  /** Makes the ids of several texts on one page unique. */
  readonly idPrefix: string;
  /** The label of a table without column headings. */
  readonly tableLabel: string;
  readonly words: MarkdownWords;
  /** True if each heading has a link to itself. */
  readonly anchors: boolean;
  /** True if code in a known language has colours. */
  readonly highlight: boolean;
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
  words: {
    footnotes: 'Footnotes',
    footnote: (number) => `Footnote ${number}`,
    backTo: (reference) => `Back to reference ${reference}`,
    linkTo: (heading) => `Link to “${heading}”`,
    done: 'Done',
    open: 'To do',
    admonitions: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },
  },
  anchors: false,
  highlight: true,
  resolveUrl: (url) => url,
  image: (image) => `<img${writeAttributes({ ...image, loading: 'lazy', decoding: 'async' })}>`,
};
