/**
 * Extracts links, HTML, headings and words from a text in one pass over its tokens.
 *
 * Tokens have no positions, and inside quotes and lists they have lost the markers in front of their lines. So the pass
 * keeps a cursor in the text: a token found there verbatim moves the cursor to its end; otherwise each of its lines
 * does. A destination counts as found if exactly its characters follow the expected prefix.
 */
import type { MarkedToken, Token, Tokens } from 'marked';
import { admonitionOf } from './admonition.ts';
import type { FootnoteToken } from './footnotes.ts';
import { htmlParts, type HtmlTag } from './html-parts.ts';
import { isHtmlText } from './html-text.ts';
import { DEFINITION, lex, LINK } from './lexer.ts';
import { mayFail, parseSafely, type TextProblem } from './parse-safely.ts';
import { decodeReferences } from './references.ts';
import { remembering } from './remembering.ts';
import { keptReading } from './text-memory.ts';
import { wordsOf, type WordPart, type Words } from './words.ts';

export interface TextLink {
  readonly use: 'link' | 'image';
  /** The destination, with escapes and references decoded. */
  readonly url: string;
  readonly form: LinkForm;
  /** The position of the destination; absent in the rare cases in which it cannot be found. */
  readonly place?: Place;
}

/** `[…](x)`, `[…](<x>)` and `<… href="x">` escape the same characters differently. */
export type LinkForm = 'bare' | 'bracketed' | 'attribute';

export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface TextTag extends Pick<HtmlTag, 'name' | 'isClosing'> {
  readonly attributes: readonly string[];
  readonly place?: Place;
}

/** The start of a tag or comment that never ends. */
export interface UnfinishedTag {
  readonly written: string;
  readonly place?: Place;
}

export interface Reading {
  /** Links and images in text order, and the definitions that they refer to. */
  readonly links: readonly TextLink[];
  /** True if it contains HTML, be it a comment. */
  readonly hasHtml: boolean;
  /** The text's HTML tags. */
  readonly tags: readonly TextTag[];
  readonly unfinished: readonly UnfinishedTag[];
  /** The ids of its headings on a page, without the page's prefix. */
  readonly headings: Words['headings'];
  /** The reason why nothing was read, as a message. */
  readonly problem?: string;
}

const NOTHING: Reading = { hasHtml: false, links: [], tags: [], unfinished: [], headings: [] };

/** A text that cannot be parsed within the limits has no content; `validate` reports it. */
export const readText: (text: string) => Reading = remembering(
  (text) =>
    keptReading<Reading>('reading', text, {
      read: () =>
        readBy(
          text,
          (pass) => pass.reading(),
          ({ problem }) => ({ ...NOTHING, problem }),
        ),
      isLasting: ({ problem }) => problem === undefined,
    }),
  // Small results: a text's result is kept from validate to plan and pages.
  { most: 16_777_216 },
);

const NO_WORDS: Words = { lines: () => [], prose: () => [], headings: [] };

export const readWords: (text: string) => Words = remembering(
  (text) =>
    readBy(
      text,
      (pass) => pass.words(),
      () => NO_WORDS,
    ),
  { most: 2_097_152 },
);

/** The places of its words, without code, destinations, tags and escaped characters. */
export const wordPlaces = (text: string): readonly Place[] =>
  readBy(
    text,
    (pass) => pass.places,
    () => NO_PLACES,
  );

const NO_PLACES: readonly Place[] = [];

function readBy<T extends object>(text: string, take: (pass: Pass) => T, failed: (problem: TextProblem) => T): T {
  const pass = passOver(text);
  return 'problem' in pass ? failed(pass) : take(pass);
}

/** A page needs the words of a text, and soon afterwards its links. */
const passOver: (text: string) => Pass | TextProblem = remembering(
  (text) =>
    parseSafely(text, () => {
      const pass = createPass(text);
      if (isHtmlText(text)) pass.html(text, 0);
      else pass.blocks(lex(text));
      return pass;
    }),
  { most: 65_536 },
);

/** The reason why a text cannot be parsed, as a message. Nearly every text is known to be fine without parsing it. */
export const readingProblem = (text: string): string | undefined =>
  mayFail(text) ? readText(text).problem : undefined;

interface Pass {
  readonly blocks: (tokens: readonly Token[]) => void;
  readonly html: (html: string, at: number | undefined) => void;
  readonly reading: () => Reading;
  readonly words: () => Words;
  readonly places: readonly Place[];
}

function createPass(text: string): Pass {
  const links: TextLink[] = [];
  const tags: TextTag[] = [];
  const unfinished: UnfinishedTag[] = [];
  const parts: WordPart[] = [];
  const places: Place[] = [];
  const referredImages = new Set<string>();
  /** The number of elements around the cursor whose characters mean themselves. */
  let literal = 0;
  let cursor = 0;
  let limit = text.length;

  const find = (raw: string): number | undefined => {
    // It is almost always next; searching to the end costs more.
    const at = text.startsWith(raw, cursor) ? cursor : text.indexOf(raw, cursor);
    return at === -1 || at + raw.length > limit ? undefined : at;
  };
  const say = (said: string): void => void parts.push({ type: 'words', text: said });
  const within = (name: string, content: () => void): void => {
    parts.push({ type: 'tag', name, isClosing: false });
    content();
    parts.push({ type: 'tag', name, isClosing: true });
  };
  const ends = (): void => void parts.push({ type: 'break' });

  /** The position of a destination after the cursor and the expected prefix. */
  const findDestination = (written: string, before: RegExp): Place | undefined => {
    for (const form of new Set([written, written.replaceAll('|', '\\|')])) {
      for (let at = text.indexOf(form, cursor); at !== -1 && at < limit; at = text.indexOf(form, at + 1)) {
        if (form !== '' && before.test(text.slice(Math.max(cursor, at - 200), at)))
          return { start: at, end: at + form.length };
      }
    }
    return undefined;
  };

  const addLink = ({ use, url, written, form, at, before }: Found): void => {
    const place = at === undefined ? findDestination(written, before) : { start: at, end: at + written.length };
    if (place) cursor = place.end;
    links.push({ use, url, form, ...(place && { place }) });
  };

  let hasHtml = false;
  const html = (raw: string, at: number | undefined): void => {
    hasHtml = true;
    for (const part of htmlParts(raw)) {
      const place = at === undefined ? undefined : { start: at + part.start, end: at + part.end };
      if (part.type === 'text') {
        say(part.text.replace(/\s+/g, ' '));
        if (place && literal === 0) places.push(place);
        continue;
      }
      if (part.type === 'unfinished') {
        say(part.written);
        unfinished.push({ written: part.written, ...(place && { place }) });
        continue;
      }
      const { name, isClosing, attributes } = part;
      const tag = { name, isClosing, attributes: attributes.map((each) => each.name), ...(place && { place }) };
      tags.push(tag);
      parts.push({ type: 'tag', name, isClosing });
      if (LITERAL.test(name)) literal = isClosing ? Math.max(0, literal - 1) : literal + 1;
      for (const attribute of attributes) {
        const use = useOf(name, attribute.name);
        if (!use) continue;
        const written = raw.slice(attribute.start, attribute.end);
        const valueAt = at === undefined ? undefined : at + attribute.start;
        addLink({ use, url: attribute.value, written, form: 'attribute', at: valueAt, before: BEFORE_VALUE });
      }
    }
  };

  const definition = ({ raw, href }: Tokens.Def, at: number | undefined): void => {
    const found = DEFINITION.exec(raw);
    if (found)
      addLink({ use: 'link', url: decodeReferences(href), ...destinationIn(found, at), before: BEFORE_DEFINED });
  };

  const linkOrImage = (token: Tokens.Link | Tokens.Image, at: number | undefined, whole: boolean): void => {
    const found = /^!?\[/.test(token.raw) ? LINK.exec(token.raw) : undefined;
    if (token.type === 'image') parts.push({ type: 'alt', text: token.text });
    else if (found === undefined) say(token.text);
    else inline(token.tokens, whole);
    if (found)
      addLink({
        use: token.type,
        url: decodeReferences(token.href),
        ...destinationIn(found, at),
        before: BEFORE_LINKED,
      });
    else if (token.type === 'image') referredImages.add(token.href);
  };

  const inline = (tokens: readonly Token[] = [], whole: boolean): void => {
    for (const token of tokens) visit(token as AnyToken, whole);
  };

  /** `whole`: the surrounding token was found verbatim, so this one can be too. */
  const visit = (token: AnyToken, whole: boolean): void => {
    const { raw } = token;
    const isThere = raw.trim() !== '' && (whole || !raw.includes('\n'));
    const at = isThere ? find(raw) : undefined;
    if (at !== undefined) cursor = at;
    const holdsWhole = whole && at !== undefined;
    switch (token.type) {
      case 'link':
      case 'image':
        linkOrImage(token, at, holdsWhole);
        break;
      case 'def':
        definition(token, at);
        break;
      case 'html':
        html(raw, at);
        break;
      case 'heading':
        within(`h${token.depth}`, () => inline(token.tokens, holdsWhole));
        break;
      case 'list':
        for (const item of token.items) nested(item.tokens);
        break;
      case 'blockquote':
        nested(admonitionOf(token)?.tokens ?? token.tokens);
        break;
      case 'footnote':
        within('footnote', () => nested(token.tokens));
        break;
      case 'footnoteReference':
        break;
      case 'table':
        within('table', () => {
          for (const cell of [token.header, ...token.rows].flat()) {
            inline(cell.tokens, false);
            ends();
          }
        });
        break;
      case 'code':
        within('pre', () => say(token.text));
        break;
      case 'codespan':
        say(token.text);
        break;
      case 'br':
        ends();
        break;
      case 'checkbox':
        parts.push({ type: 'mark', text: token.checked ? '☑ ' : '☐ ' });
        break;
      case 'text':
      case 'escape':
        if ('tokens' in token && token.tokens) inline(token.tokens, holdsWhole);
        else say(decodeReferences(token.text).replaceAll('\n', ' '));
        break;
      default:
        if ('tokens' in token) inline(token.tokens, holdsWhole);
    }
    const areWords = token.type === 'text' && !('tokens' in token) && literal === 0;
    if (at !== undefined) {
      if (areWords) places.push({ start: at, end: at + raw.length });
      cursor = at + raw.length;
    } else if (!('tokens' in token)) passLines(raw, areWords);
  };

  const passLines = (raw: string, areWords: boolean): void => {
    for (const line of raw.split('\n')) {
      const at = line.trim() === '' ? undefined : find(line.trim());
      if (at === undefined) continue;
      cursor = at + line.trim().length;
      if (areWords) places.push({ start: at, end: cursor });
    }
  };

  const nested = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      visit(token as AnyToken, false);
      if (token.type !== 'checkbox') ends();
    }
  };

  const blocks = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      const at = token.raw.trim() === '' ? undefined : find(token.raw);
      limit = at === undefined ? text.length : at + token.raw.length;
      visit(token as AnyToken, at !== undefined);
      limit = text.length;
      ends();
    }
  };

  let known: Words | undefined;
  const words = (): Words => (known ??= wordsOf(parts));
  /** An image may be defined below, where the definition does not show that it is one. */
  const reading = (): Reading => ({
    links: links.map((link) => (referredImages.has(link.url) ? { ...link, use: 'image' } : link)),
    hasHtml,
    tags,
    unfinished,
    headings: words().headings,
  });
  return { blocks, html, reading, words, places };
}

const LITERAL = /^(?:code|pre|kbd|samp|var|tt|script|style|svg|math|textarea)$/;

type AnyToken = MarkedToken | FootnoteToken;

interface Found extends Pick<TextLink, 'use' | 'url' | 'form'> {
  readonly written: string;
  /** Its position, if known. */
  readonly at: number | undefined;
  readonly before: RegExp;
}

const BEFORE_LINKED = /\]\([\s>]*<?$/;
const BEFORE_DEFINED = /\]:[\s>]*<?$/;
const BEFORE_VALUE = /=\s*["']?$/;

/** The destination is the second group, for links and definitions alike. */
function destinationIn(found: RegExpExecArray, at: number | undefined): Pick<Found, 'written' | 'form' | 'at'> {
  const whole = found[2]!;
  const isBracketed = whole.startsWith('<') && whole.endsWith('>');
  const start = found.indices![2]![0] + (isBracketed ? 1 : 0);
  return {
    written: isBracketed ? whole.slice(1, -1) : whole,
    form: isBracketed ? 'bracketed' : 'bare',
    at: at === undefined ? undefined : at + start,
  };
}

function useOf(element: string, attribute: string): TextLink['use'] | undefined {
  if (attribute === 'href') return element === 'a' ? 'link' : undefined;
  return attribute === 'src' || attribute === 'poster' ? 'image' : undefined;
}
