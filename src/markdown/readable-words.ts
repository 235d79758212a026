/** The words of a text, in Markdown or HTML: both are reduced to the same few parts. */
import { looseTags, UNREAD_ELEMENTS } from './unread-elements.ts';
import { once } from '../values/once.ts';

/** Words are nothing but a string, because they are nearly all of the parts. */
export type WordPart =
  | string
  /** The alternative text of an image. */
  | { readonly type: 'alt'; readonly text: string }
  /** A character that stands for a mark, such as the box of a task. */
  | { readonly type: 'mark'; readonly text: string }
  | { readonly type: 'break' }
  | TagPart;

export interface TagPart {
  readonly type: 'tag';
  readonly name: string;
  readonly isClosing: boolean;
}

/** The lines are computed only if they are used. */
export interface Words {
  /** One line per paragraph, heading, list item and table cell. */
  readonly lines: () => readonly string[];
  /** Only what reads on as sentences, for an excerpt: no headings, tables, code, notes, marks or alternative texts. */
  readonly prose: () => string;
  /** The ids of its headings on a page, without the page's prefix. */
  readonly headings: readonly string[];
}

/** Elements that end a line of text. */
export const BREAKS =
  /^(?:address|article|aside|blockquote|br|caption|center|d[dlt]|details|div|figcaption|figure|footer|form|h[1-6r]|header|li|main|nav|ol|p|pre|section|summary|table|t[dhr]|ul)$/;
export const HEADING = /^h[1-6]$/;
/** Elements that are no part of the text around them. Footnotes have a name of their own here. */
const ASIDE = /^(?:h[1-6]|table|pre|figcaption|caption|footnote)$/;
const UNREAD = new Set(UNREAD_ELEMENTS);

export function wordsOf(parts: readonly WordPart[]): Words {
  const loose = looseTags(parts.filter((part) => typeof part !== 'string' && part.type === 'tag') as TagPart[]);
  const { text: prose, headings } = textOf(parts, { loose, withAsides: false });
  const whole = once(() => textOf(parts, { loose, withAsides: true }));
  return {
    headings,
    // A text of nothing else, such as one table, is better than no excerpt.
    prose: once(() => linesOf(prose.trim() === '' ? whole().text : prose).join(' ')),
    lines() {
      const { text, alts } = whole();
      const lines = linesOf(text);
      // A text that consists of images only still has their alternative texts.
      return lines.length === 0 ? linesOf(alts) : lines;
    },
  };
}

interface ReadableText {
  readonly text: string;
  readonly alts: string;
  readonly headings: readonly string[];
}

interface Wish {
  readonly loose: ReadonlySet<object>;
  /** Also what is no part of the text around it, and marks. */
  readonly withAsides: boolean;
}

function textOf(parts: readonly WordPart[], { loose, withAsides }: Wish): ReadableText {
  const idFor = createHeadingIds('');
  const headings: string[] = [];
  const unread: string[] = [];
  let text = '';
  let alts = '';
  let asides = 0;
  let heading: string | undefined;
  const add = (words: string): void => {
    if (withAsides || asides === 0) text += words;
    if (heading !== undefined) heading += words;
  };
  const addTag = (tag: TagPart): void => {
    if (loose.has(tag)) add(`<${tag.name}>`);
    else if (ASIDE.test(tag.name)) asides = tag.isClosing ? Math.max(0, asides - 1) : asides + 1;
    if (!BREAKS.test(tag.name)) return;
    const isHeading = HEADING.test(tag.name);
    if (isHeading && tag.isClosing && heading !== undefined) {
      headings.push(idFor(linesOf(heading).join(' ')));
      heading = undefined;
    }
    add('\n');
    if (isHeading && !tag.isClosing) heading = '';
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      if (unread.length === 0) add(part);
      continue;
    }
    if (part.type === 'tag' && UNREAD.has(part.name) && !loose.has(part)) {
      if (!part.isClosing) unread.push(part.name);
      else if (unread.at(-1) === part.name) unread.pop();
    }
    if (unread.length > 0) continue;
    if (part.type === 'tag') addTag(part);
    else if (part.type === 'break') add('\n');
    else if (part.type === 'alt') alts += `${part.text}\n`;
    else if (withAsides) add(part.text);
    else if (heading !== undefined) heading += part.text;
  }
  return { text, alts, headings };
}

function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (const written of text.split('\n')) {
    const line = withoutSpareSpace(written).trim();
    if (line !== '') lines.push(line);
  }
  return lines;
}

const SPARE_SPACE = /\s\s|[^\S ]/;

/** Most lines have none, and finding that out is much faster than replacing. */
const withoutSpareSpace = (line: string): string =>
  SPARE_SPACE.test(line) ? line.replace(/[\s\u00a0]+/g, (space) => (space.includes('\u00a0') ? '\u00a0' : ' ')) : line;

/** Creates heading ids that depend only on the heading's words, and are never used twice. */
export function createHeadingIds(prefix: string): (text: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text);
    let id = prefix + slug;
    while (taken.has(id)) {
      const count = (counts.get(slug) ?? 1) + 1;
      counts.set(slug, count);
      id = `${prefix}${slug}-${count}`;
    }
    taken.add(id);
    return id;
  };
}

/** The ids of the page itself: its main part, icons, maps, and the prefixes of its other texts. */
const OF_THE_PAGE = /^(?:main$|icon-|map-\d+$|t\d+-)/;

function slugOf(text: string): string {
  const words = PLAIN.test(text) ? text.toLowerCase().replace(/[^a-z0-9]+/g, '-') : foldedWords(text);
  const start = words.startsWith('-') ? 1 : 0;
  const cut = words.slice(start, start + 80);
  const slug = cut.endsWith('-') ? cut.slice(0, -1) : cut;
  if (slug === '') return 'section';
  return OF_THE_PAGE.test(slug) ? `section-${slug}` : slug;
}

/** Most headings. Their letters and digits are found much faster than those of all scripts. */
const PLAIN = /^[ -~]*$/;

const foldedWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
