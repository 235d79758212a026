/**
 * Tokens have no positions, and inside quotes and lists they have lost the markers in front of their lines. So the pass
 * keeps a cursor in the text: a token found there verbatim moves the cursor to its end; otherwise each of its lines
 * does. The rare destinations that are not found in this way are proved (`proven-places.ts`).
 */
import type { MarkedToken, Token, Tokens } from 'marked';
import { admonitionOf } from './admonition.ts';
import type { FootnoteToken } from './footnotes.ts';
import { htmlParts, decodeReferences } from './html-parts.ts';
import { nestingProblem } from './reading-limits.ts';
import { definedDestination, linkedDestination, type Destination } from './link-destination.ts';
import type { TextRange, Reading, TextLink, TextTag, UnfinishedTag } from './reading-result.ts';
import { wordsOf, type TagPart, type WordPart, type Words } from './readable-words.ts';

export class ReadingPass {
  readonly #text: string;
  readonly #links: TextLink[] = [];
  readonly #tags: TextTag[] = [];
  readonly #unfinished: UnfinishedTag[] = [];
  readonly #openFences: Reading['openFences'][number][] = [];
  readonly #parts: WordPart[] = [];
  readonly #places: TextRange[] | undefined;
  readonly #referredImages = new Set<string>();
  #hasHtml = false;
  /** The number of elements around the cursor whose characters mean themselves. */
  #literal = 0;
  #cursor = 0;
  #limit: number;
  #words: Words | undefined;
  /** Places after these may be those of something written alike, such as a cell too many in a table. */
  hasSkippedLinks = false;

  /** `places`: gets the places of its words. Few texts need them. */
  constructor(text: string, places?: TextRange[]) {
    this.#text = text;
    this.#places = places;
    this.#limit = text.length;
  }

  blocks(tokens: readonly Token[]): void {
    for (const token of tokens) {
      const at = isBlank(token.raw) ? undefined : this.#find(token.raw);
      this.#limit = at === undefined ? this.#text.length : at + token.raw.length;
      this.#visit(token as AnyToken, at !== undefined);
      this.#limit = this.#text.length;
      this.#parts.push(BREAK);
    }
  }

  html(raw: string, at: number | undefined): void {
    this.#hasHtml = true;
    for (const part of htmlParts(raw)) {
      const place = at === undefined ? undefined : { start: at + part.start, end: at + part.end };
      if (part.type === 'text') {
        this.#parts.push(part.text.replace(/\s+/g, ' '));
        if (place && this.#literal === 0) this.#places?.push(place);
        continue;
      }
      if (part.type === 'unfinished') {
        this.#parts.push(part.written);
        this.#unfinished.push({ written: part.written, ...(place && { place }) });
        continue;
      }
      const { name, isClosing, attributes } = part;
      this.#tags.push({ name, isClosing, attributes: attributes.map((each) => each.name), ...(place && { place }) });
      this.#parts.push({ type: 'tag', name, isClosing });
      if (LITERAL.test(name)) this.#literal = isClosing ? Math.max(0, this.#literal - 1) : this.#literal + 1;
      for (const attribute of attributes) {
        const use = useOf(name, attribute.name);
        if (!use) continue;
        const written = raw.slice(attribute.start, attribute.end);
        const destination: Destination = { written, form: 'attribute', start: attribute.start };
        const isBare = name === 'img' && !attributes.some((each) => each.name === 'alt');
        this.#addLink({ use, url: attribute.value, ...(isBare && { isBare }) }, destination, at);
      }
    }
  }

  nestingProblem(): string | undefined {
    return nestingProblem(this.#tags);
  }

  words(): Words {
    return (this.#words ??= wordsOf(this.#parts));
  }

  reading(): Reading {
    const referred = this.#referredImages;
    // An image may be defined below, where the definition does not show that it is one.
    const links =
      referred.size === 0
        ? this.#links
        : this.#links.map((link): TextLink => (referred.has(link.url) ? { ...link, use: 'image' } : link));
    const { headings } = this.words();
    return {
      links,
      hasHtml: this.#hasHtml,
      tags: this.#tags,
      unfinished: this.#unfinished,
      openFences: this.#openFences,
      headings,
    };
  }

  #find(raw: string): number | undefined {
    // It is almost always next; searching to the end costs more.
    const at = this.#text.startsWith(raw, this.#cursor) ? this.#cursor : this.#text.indexOf(raw, this.#cursor);
    if (at === -1 || at + raw.length > this.#limit) return undefined;
    this.hasSkippedLinks ||= at > this.#cursor && MAY_HAVE_LINKS.test(this.#text.slice(this.#cursor, at));
    return at;
  }

  /** `at` is the position of the token or tag that contains the destination, if known. */
  #addLink(link: Pick<TextLink, 'use' | 'url' | 'isBare'>, { start, ...written }: Destination, at?: number): void {
    const from = at === undefined ? this.#cursor : at + start;
    const place = { start: from, end: from + (at === undefined ? 0 : written.written.length) };
    this.#cursor = place.end;
    this.#links.push({ ...link, ...written, ...(at === undefined ? { near: place } : { place }) });
  }

  #linkOrImage(token: Tokens.Link | Tokens.Image, at: number | undefined, whole: boolean): void {
    const destination = linkedDestination(token);
    const isWritten = destination !== undefined || /^!?\[/.test(token.raw);
    if (token.type === 'image') this.#parts.push({ type: 'alt', text: token.text });
    else if (!isWritten) this.#parts.push(token.text);
    else this.#inline(token.tokens, whole);
    const isBare = token.type === 'image' && token.text.trim() === '';
    if (destination) {
      // After the words of a link of several lines, the rest of it is next.
      const end = token.raw.lastIndexOf('](', destination.start);
      const rest = at === undefined ? this.#find(token.raw.slice(end)) : at + end;
      const link = { use: token.type, url: decodeReferences(token.href), ...(isBare && { isBare }) };
      this.#addLink(link, destination, rest === undefined ? undefined : rest - end);
    } else if (token.type === 'image') this.#referredImages.add(token.href);
  }

  #within(name: string, content: () => void): void {
    const { opening, closing } = tagsOf(name);
    this.#parts.push(opening);
    content();
    this.#parts.push(closing);
  }

  #inline(tokens: readonly Token[] = [], whole: boolean): void {
    for (const token of tokens) this.#visit(token as AnyToken, whole);
  }

  /** `whole`: the surrounding token was found verbatim, so this one can be too. */
  #visit(token: AnyToken, whole: boolean): void {
    const { raw } = token;
    const isThere = !isBlank(raw) && (whole || !raw.includes('\n'));
    const at = isThere ? this.#find(raw) : undefined;
    if (at !== undefined) this.#cursor = at;
    this.#read(token, at, whole && at !== undefined);
    const areWords = token.type === 'text' && !('tokens' in token) && this.#literal === 0;
    if (at !== undefined) {
      if (areWords) this.#places?.push({ start: at, end: at + raw.length });
      this.#cursor = at + raw.length;
    } else if (!('tokens' in token)) this.#passLines(raw, areWords);
  }

  #read(token: AnyToken, at: number | undefined, holdsWhole: boolean): void {
    switch (token.type) {
      case 'text':
      case 'escape':
        if ('tokens' in token && token.tokens) this.#inline(token.tokens, holdsWhole);
        else this.#parts.push(onOneLine(decodeReferences(token.text)));
        break;
      case 'codespan':
        this.#parts.push(token.text);
        break;
      case 'link':
      case 'image':
        this.#linkOrImage(token, at, holdsWhole);
        break;
      case 'def': {
        const destination = definedDestination(token);
        if (destination) this.#addLink({ use: 'link', url: decodeReferences(token.href) }, destination, at);
        break;
      }
      case 'html':
        this.html(token.raw, at);
        break;
      case 'heading':
        this.#within(`h${token.depth}`, () => this.#inline(token.tokens, holdsWhole));
        break;
      case 'list':
        for (const item of token.items) this.#nested(item.tokens);
        break;
      case 'blockquote':
        this.#nested(admonitionOf(token)?.tokens ?? token.tokens);
        break;
      case 'footnote':
        this.#cursor += at === undefined ? 0 : token.raw.indexOf(':');
        this.#within('footnote', () => this.#nested(token.tokens));
        break;
      case 'footnoteReference':
        break;
      case 'table':
        this.#within('table', () => {
          // A row may have more cells than are shown.
          const widths = new Set(
            token.raw
              .trim()
              .split('\n')
              .map((line) => line.split('|').length),
          );
          this.hasSkippedLinks ||= widths.size > 1 && MAY_HAVE_LINKS.test(token.raw);
          for (const row of [token.header, ...token.rows]) this.#cells(row);
        });
        break;
      case 'code':
        this.#openFence(token.raw, at);
        this.#within('pre', () => this.#parts.push(token.text));
        break;
      case 'br':
        this.#parts.push(BREAK);
        break;
      case 'checkbox':
        this.#parts.push({ type: 'mark', text: token.checked ? '☑ ' : '☐ ' });
        break;
      default:
        if ('tokens' in token) this.#inline(token.tokens, holdsWhole);
    }
  }

  #openFence(raw: string, at: number | undefined): void {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
    const last = raw.trimEnd().split('\n').slice(1).at(-1)?.trim() ?? '';
    if (fence === undefined || (last.startsWith(fence) && last.replaceAll(fence[0]!, '') === '')) return;
    const start = at === undefined ? undefined : at + raw.indexOf(fence);
    this.#openFences.push({ fence, ...(start !== undefined && { place: { start, end: start + fence.length } }) });
  }

  #cells(cells: readonly Tokens.TableCell[]): void {
    for (const cell of cells) {
      this.#inline(cell.tokens, false);
      this.#parts.push(BREAK);
    }
  }

  #nested(tokens: readonly Token[]): void {
    for (const token of tokens) {
      this.#visit(token as AnyToken, false);
      if (token.type !== 'checkbox') this.#parts.push(BREAK);
    }
  }

  #passLines(raw: string, areWords: boolean): void {
    for (const line of raw.split('\n')) {
      const at = isBlank(line) ? undefined : this.#find(line.trim());
      if (at === undefined) continue;
      this.#cursor = at + line.trim().length;
      if (areWords) this.#places?.push({ start: at, end: this.#cursor });
    }
  }
}

type AnyToken = MarkedToken | FootnoteToken;

/** Most texts have none, and searching for these characters is cheaper than lexing. No match means no links. */
export const MAY_HAVE_LINKS = /\]\(|\]:|</;
const LITERAL = /^(?:code|pre|kbd|samp|var|tt|script|style|svg|math|textarea)$/;
const BREAK: WordPart = { type: 'break' };

interface TagPair {
  readonly opening: TagPart;
  readonly closing: TagPart;
}

/** One pair for each name: there are few, and they are never modified. */
function tagsOf(name: string): TagPair {
  let pair = pairs.get(name);
  if (!pair) {
    pair = { opening: { type: 'tag', name, isClosing: false }, closing: { type: 'tag', name, isClosing: true } };
    pairs.set(name, pair);
  }
  return pair;
}
const pairs = new Map<string, TagPair>();

/** Nearly every text starts with something else, which is faster to find than to trim. */
const isBlank = (text: string): boolean => !(text.charCodeAt(0) > 32 && text.charCodeAt(0) < 128) && text.trim() === '';

const onOneLine = (text: string): string => (text.includes('\n') ? text.replaceAll('\n', ' ') : text);

function useOf(element: string, attribute: string): TextLink['use'] | undefined {
  if (attribute === 'href') return element === 'a' ? 'link' : undefined;
  return attribute === 'src' || attribute === 'poster' ? 'image' : undefined;
}
