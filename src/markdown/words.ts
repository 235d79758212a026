/** The words of a text, in Markdown or HTML: both are reduced to the same few parts. */
import { createHeadingIds } from './heading-ids.ts';
import { looseTags, UNREAD_ELEMENTS } from './unread-elements.ts';

export type WordPart =
  | { readonly type: 'words'; readonly text: string }
  /** The alternative text of an image. */
  | { readonly type: 'alt'; readonly text: string }
  /** A character that stands for a mark, such as the box of a task. */
  | { readonly type: 'mark'; readonly text: string }
  | { readonly type: 'break' }
  | { readonly type: 'tag'; readonly name: string; readonly isClosing: boolean };

/** The lines are computed only if they are used. */
export interface Words {
  /** One line per paragraph, heading, list item and table cell. */
  readonly lines: () => readonly string[];
  /** Only what reads on as sentences, for an excerpt: no headings, tables, code, notes, marks or alternative texts. */
  readonly prose: () => readonly string[];
  /** The ids of its headings on a page, without the page's prefix. */
  readonly headings: readonly string[];
}

/** Elements that end a line of text. */
const BREAKS =
  /^(?:address|article|aside|blockquote|br|caption|center|d[dlt]|details|div|figcaption|figure|footer|form|h[1-6r]|header|li|main|nav|ol|p|pre|section|summary|table|t[dhr]|ul)$/;
const HEADING = /^h[1-6]$/;
/** Elements that are no part of the text around them. Footnotes have a name of their own here. */
const ASIDE = /^(?:h[1-6]|table|pre|figcaption|caption|footnote)$/;
const UNREAD = new Set(UNREAD_ELEMENTS);

export function wordsOf(parts: readonly WordPart[]): Words {
  const loose = looseTags(parts.filter((part) => part.type === 'tag'));
  const idFor = createHeadingIds('');
  const headings: string[] = [];
  const unread: string[] = [];
  let text = '';
  let prose = '';
  let alts = '';
  let asides = 0;
  let heading: number | undefined;
  const add = (words: string): void => {
    text += words;
    if (asides === 0) prose += words;
  };
  for (const part of parts) {
    if (part.type === 'tag' && UNREAD.has(part.name) && !loose.has(part)) {
      if (!part.isClosing) unread.push(part.name);
      else if (unread.at(-1) === part.name) unread.pop();
    }
    if (unread.length > 0) continue;
    if (part.type === 'words') add(part.text);
    else if (part.type === 'mark') text += part.text;
    else if (part.type === 'alt') alts += `${part.text}\n`;
    else if (part.type === 'break') add('\n');
    else if (loose.has(part)) add(`<${part.name}>`);
    else if (ASIDE.test(part.name)) asides = part.isClosing ? Math.max(0, asides - 1) : asides + 1;
    if (part.type === 'tag' && BREAKS.test(part.name)) {
      if (HEADING.test(part.name) && part.isClosing && heading !== undefined) {
        headings.push(idFor(linesOf(text.slice(heading)).join(' ')));
        heading = undefined;
      }
      add('\n');
      if (HEADING.test(part.name) && !part.isClosing) heading = text.length;
    }
  }
  return {
    headings,
    // A text of nothing else, such as one table, is better than no excerpt.
    prose: () => linesOf(prose.trim() === '' ? text : prose),
    lines() {
      const lines = linesOf(text);
      // A text that consists of images only still has their alternative texts.
      return lines.length === 0 ? linesOf(alts) : lines;
    },
  };
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => withoutSpareSpace(line).trim())
    .filter((line) => line !== '');

const SPARE_SPACE = /\s\s|[^\S ]/;

/** Most lines have none, and finding that out is much faster than replacing. */
const withoutSpareSpace = (line: string): string =>
  SPARE_SPACE.test(line) ? line.replace(/[\s\u00a0]+/g, (space) => (space.includes('\u00a0') ? '\u00a0' : ' ')) : line;
