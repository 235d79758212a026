/**
 * The tokens of a plain sentence, without marked's patterns: words, code, `*` and `_` that clearly open or clearly close,
 * and links of the form `[words](destination "title")`. They equal marked's tokens. A sentence with anything else is
 * left to marked as a whole.
 */
import type { Token, Tokens } from 'marked';
import * as char from './characters.ts';

/** Undefined: marked must decide. Nothing is read twice, so the time grows with the length of the text only. */
export function plainSpans(text: string): Token[] | undefined {
  return new SpanReader(text).read(text.length);
}

/** Each level takes space on the stack. */
const DEEPEST = 16;

/** The characters that may mean something. */
const MARKS = char.table('\n!&*:<@[\\_`~');

class SpanReader {
  readonly #text: string;
  readonly #mayHaveTags: boolean;
  readonly #mayHaveSites: boolean;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#mayHaveTags = text.includes('<');
    this.#mayHaveSites = text.includes('www.');
  }

  /** Reads up to `end`, or up to the mark that closes `emphasis`. */
  read(end: number, emphasis?: Emphasis): Token[] | undefined {
    const text = this.#text;
    const start = this.#at;
    let tokens: Token[] | undefined;
    let words = start;
    let at = start;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code > 127 || MARKS[code] === 0) {
        at++;
        continue;
      }
      let token: Token | undefined;
      switch (code) {
        case char.NEWLINE:
          // Two spaces make a line break.
          if (at > 1 && text.charCodeAt(at - 1) === char.SPACE && text.charCodeAt(at - 2) === char.SPACE)
            return undefined;
          at++;
          continue;
        case char.AMPERSAND:
          if (text.charCodeAt(at + 1) === char.HASH) return undefined;
          at++;
          continue;
        case char.COLON:
          if (text.startsWith('//', at + 1)) return undefined;
          at++;
          continue;
        case char.BANG:
          if (at + 1 >= end || text.charCodeAt(at + 1) !== char.OPEN_BRACKET) {
            at++;
            continue;
          }
          token = this.#link(at, { bracket: at + 1, end });
          break;
        case char.OPEN_BRACKET:
          token = this.#link(at, { bracket: at, end });
          break;
        case char.BACKTICK:
          token = this.#code(at, end);
          break;
        case char.STAR:
        case char.UNDERSCORE: {
          const after = char.endOfRun(text, code, at, end);
          const length = after - at;
          if (code === char.UNDERSCORE && length === 1 && at > start && after < end && isInsideWord(text, at)) {
            at++;
            continue;
          }
          const left = at === start ? 'edge' : char.typeOf(text.charCodeAt(at - 1));
          const right = after === end ? 'edge' : char.typeOf(text.charCodeAt(after));
          if (closes(left, right)) {
            if (emphasis?.code !== code || emphasis.length !== length) return undefined;
            this.#at = at;
            return this.#withWords(tokens, words, at);
          }
          if (length > (code === char.STAR ? 2 : 1) || !opens(left, right, text.charCodeAt(at - 1), emphasis))
            return undefined;
          token = this.#emphasis(at, { code, length, end });
          break;
        }
        default:
          return undefined;
      }
      if (!token) return undefined;
      tokens = this.#withWords(tokens, words, at);
      if (!tokens) return undefined;
      tokens.push(token);
      at = words = this.#at;
    }
    if (emphasis) return undefined;
    this.#at = end;
    return this.#withWords(tokens, words, end);
  }

  /** With the words before what comes next. Undefined if they may contain a link without marks. */
  #withWords(tokens: Token[] | undefined, from: number, to: number): Token[] | undefined {
    if (from === to) return tokens ?? [];
    const raw = this.#text.slice(from, to);
    if (this.#mayHaveSites && raw.includes('www.')) return undefined;
    const words: Tokens.Text = { type: 'text', raw, text: raw, escaped: false };
    // Emphasis and links are mostly words only, and an array that grows reserves space for many.
    if (!tokens) return [words];
    tokens.push(words);
    return tokens;
  }

  #inside(from: number, end: number, emphasis?: Emphasis): Token[] | undefined {
    if (this.#depth === DEEPEST) return undefined;
    this.#depth++;
    this.#at = from;
    const tokens = this.read(end, emphasis);
    this.#depth--;
    return tokens;
  }

  #emphasis(at: number, { code, length, end }: Emphasis & { readonly end: number }): Token | undefined {
    const tokens = this.#inside(at + length, end, { code, length });
    if (!tokens) return undefined;
    const close = this.#at;
    this.#at = close + length;
    const raw = this.#text.slice(at, this.#at);
    return { type: length === 2 ? 'strong' : 'em', raw, text: this.#text.slice(at + length, close), tokens };
  }

  #code(at: number, end: number): Tokens.Codespan | undefined {
    const start = char.endOfRun(this.#text, char.BACKTICK, at, end);
    const after = this.#endOfCode(at, start, end);
    if (after === undefined) return undefined;
    this.#at = after;
    return {
      type: 'codespan',
      raw: this.#text.slice(at, after),
      text: codeText(this.#text.slice(start, after - (start - at))),
    };
  }

  /** Only if the next backticks are as many as those that open it. */
  #endOfCode(at: number, start: number, end: number): number | undefined {
    const close = this.#text.indexOf('`', start);
    if (close === -1 || close >= end) return undefined;
    const after = char.endOfRun(this.#text, char.BACKTICK, close, end);
    return after - close === start - at ? after : undefined;
  }

  #link(at: number, { bracket, end }: { readonly bracket: number; readonly end: number }): Token | undefined {
    const text = this.#text;
    const label = this.#endOfLabel(bracket + 1, end);
    if (label === undefined || text.charCodeAt(label + 1) !== char.OPEN_PAREN) return undefined;
    const start = label + 2;
    const stop = endOfDestination(text, start, end);
    if (stop === start) return undefined;
    const title = titleAt(text, stop, end);
    const close = title === undefined ? stop : title.end;
    if (close >= end || text.charCodeAt(close) !== char.CLOSE_PAREN) return undefined;
    const tokens = this.#inside(bracket + 1, label);
    if (!tokens) return undefined;
    this.#at = close + 1;
    return {
      type: bracket === at ? 'link' : 'image',
      raw: text.slice(at, this.#at),
      href: text.slice(start, stop),
      title: title === undefined ? null : title.text,
      text: text.slice(bracket + 1, label),
      tokens,
    };
  }

  /** The position of its closing bracket. */
  #endOfLabel(start: number, end: number): number | undefined {
    if (this.#mayHaveTags) return undefined;
    const text = this.#text;
    let at = start;
    while (at < end) {
      const code = text.charCodeAt(at);
      if (code === char.CLOSE_BRACKET) return at;
      if (code === char.OPEN_BRACKET || code === char.BACKSLASH) return undefined;
      if (code === char.BACKTICK) {
        const after = this.#endOfCode(at, char.endOfRun(text, char.BACKTICK, at, end), end);
        if (after === undefined) return undefined;
        at = after;
      } else at++;
    }
    return undefined;
  }
}

const isInsideWord = (text: string, at: number): boolean =>
  isLetterOrDigit(text.charCodeAt(at - 1)) && isLetterOrDigit(text.charCodeAt(at + 1));

const isLetterOrDigit = (code: number): boolean => char.isAsciiLetter(code) || char.isDigit(code);

function codeText(written: string): string {
  const text = written.includes('\n') ? written.replaceAll('\n', ' ') : written;
  const isPadded =
    text.charCodeAt(0) === char.SPACE && text.charCodeAt(text.length - 1) === char.SPACE && /[^ ]/.test(text);
  return isPadded ? text.slice(1, -1) : text;
}

/** Characters of a destination that are not part of other marks. Beyond ASCII, those that are never spaces. */
function isInDestination(code: number): boolean {
  if (code > 127) return code > 0xa0 && code < 0x1680;
  return code > char.SPACE && code < 127 && NOT_IN_DESTINATION[code] === 0;
}

const NOT_IN_DESTINATION = char.table('()<[]\\`');

function endOfDestination(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isInDestination(text.charCodeAt(at))) at++;
  return at;
}

/** In double quotes, after spaces. `end` is the position after the closing quote. */
function titleAt(text: string, from: number, end: number): { readonly text: string; readonly end: number } | undefined {
  if (text.charCodeAt(from) !== char.SPACE) return undefined;
  const start = char.endOfRun(text, char.SPACE, from, end) + 1;
  if (start >= end || text.charCodeAt(start - 1) !== char.QUOTE) return undefined;
  let at = start;
  while (at < end && NOT_IN_TITLE[text.charCodeAt(at)] !== 1) at++;
  const isWhole = at > start && at < end && text.charCodeAt(at) === char.QUOTE;
  return isWhole ? { text: text.slice(start, at), end: at + 1 } : undefined;
}

const NOT_IN_TITLE = char.table('"\n()\\`[]');

/** Open emphasis: the character of its mark, and how many. */
interface Emphasis {
  readonly code: number;
  readonly length: number;
}

type Side = char.CharacterType | 'edge';

export /** A run of `*` or `_` clearly closes emphasis, or opens it, by what is on its left and right. */
const closes = (left: Side, right: Side): boolean =>
  (left === 'word' && (right === 'punctuation' || right === 'space' || right === 'edge')) ||
  (left === 'punctuation' && (right === 'space' || right === 'edge'));

/** `before` is the character on its left. */
export function opens(left: Side, right: Side, before: number, outer: Emphasis | undefined): boolean {
  if (right === 'word') return left === 'edge' || isPlainSpace(left, before) || isPlainPunctuation(left, before);
  // Inside emphasis, the mark on the left of the edge is punctuation for the search from outside.
  return right === 'punctuation' && ((left === 'edge' && outer === undefined) || isPlainSpace(left, before));
}

const isPlainSpace = (left: Side, before: number): boolean =>
  left === 'space' && (before === char.SPACE || before === char.NEWLINE);

/** Not what may end other tokens. */
const isPlainPunctuation = (left: Side, before: number): boolean =>
  left === 'punctuation' && before < 128 && MAY_END_TOKEN[before] === 0;

const MAY_END_TOKEN = char.table(')`*_');
