/** The result of reading a text. */
import type { HtmlTag } from './html-parts.ts';
import type { Words } from './readable-words.ts';

export interface TextLink {
  readonly use: 'link' | 'image';
  /** The destination, with escapes and references decoded. */
  readonly url: string;
  readonly form: LinkForm;
  /** The destination in its token, without the brackets. */
  readonly written: string;
  /** An image without alternative text. In HTML, an empty one marks decoration. */
  readonly isBare?: true;
  /** The position of the destination; absent in the rare cases in which it cannot be proved. */
  readonly place?: TextRange;
  /** Where it is instead, as far as known. */
  readonly near?: TextRange;
}

/** `[…](x)`, `[…](<x>)` and `<… href="x">` escape the same characters differently. */
export type LinkForm = 'bare' | 'bracketed' | 'attribute';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface TextTag extends Pick<HtmlTag, 'name' | 'isClosing'> {
  readonly attributes: readonly string[];
  readonly place?: TextRange;
}

/** The start of a tag or comment that never ends. */
export interface UnfinishedTag {
  readonly written: string;
  readonly place?: TextRange;
}

export interface Reading {
  /** Links and images in text order, and the definitions that they refer to. */
  readonly links: readonly TextLink[];
  /** True if it contains HTML, be it a comment. */
  readonly hasHtml: boolean;
  /** The text's HTML tags. */
  readonly tags: readonly TextTag[];
  readonly unfinished: readonly UnfinishedTag[];
  /** The code blocks that have no end, with the characters that would close them. */
  readonly openFences: readonly { readonly fence: string; readonly place?: TextRange }[];
  /** The ids of its headings on a page, without the page's prefix. */
  readonly headings: Words['headings'];
  /** The reason why nothing was read, as a message. */
  readonly problem?: string;
}
