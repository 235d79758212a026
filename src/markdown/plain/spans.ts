/**
 * The tokens of a plain sentence, without marked's patterns: words, code, `*` and `_` that clearly open or clearly close,
 * and links of the form `[words](destination "title")`. They equal marked's tokens. A sentence with anything else is
 * left to marked as a whole.
 */
import type { Token, Tokens } from 'marked';
import {
  AMPERSAND,
  AT,
  BACKSLASH,
  BACKTICK,
  BANG,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  COLON,
  endOfRun,
  HASH,
  isAsciiLetter,
  isDigit,
  LESS,
  NEWLINE,
  OPEN_BRACKET,
  OPEN_PAREN,
  SPACE,
  STAR,
  TILDE,
  typeOf,
  UNDERSCORE,
} from './characters.ts';
import { endOfDestination, titleAt } from './destination.ts';
import { closes, opens, type Emphasis } from './emphasis.ts';

/** Undefined: marked must decide. Nothing is read twice, so the time grows with the length of the text only. */
export function plainSpans(text: string): Token[] | undefined {
  return new SpanReader(text).read(text.length);
}

/** Each level takes space on the stack. */
const DEEPEST = 16;

/** The characters that may mean something. */
const MARKS = new Uint8Array(128);
for (const code of [NEWLINE, BANG, AMPERSAND, STAR, COLON, LESS, AT, OPEN_BRACKET, BACKSLASH, UNDERSCORE, BACKTICK])
  MARKS[code] = 1;
MARKS[TILDE] = 1;

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
        case NEWLINE:
          // Two spaces make a line break.
          if (at > 1 && text.charCodeAt(at - 1) === SPACE && text.charCodeAt(at - 2) === SPACE) return undefined;
          at++;
          continue;
        case AMPERSAND:
          if (text.charCodeAt(at + 1) === HASH) return undefined;
          at++;
          continue;
        case COLON:
          if (text.startsWith('//', at + 1)) return undefined;
          at++;
          continue;
        case BANG:
          if (at + 1 >= end || text.charCodeAt(at + 1) !== OPEN_BRACKET) {
            at++;
            continue;
          }
          token = this.#link(at, { bracket: at + 1, end });
          break;
        case OPEN_BRACKET:
          token = this.#link(at, { bracket: at, end });
          break;
        case BACKTICK:
          token = this.#code(at, end);
          break;
        case STAR:
        case UNDERSCORE: {
          const after = endOfRun(text, code, at, end);
          const length = after - at;
          if (code === UNDERSCORE && length === 1 && at > start && after < end && isInsideWord(text, at)) {
            at++;
            continue;
          }
          const left = at === start ? 'edge' : typeOf(text.charCodeAt(at - 1));
          const right = after === end ? 'edge' : typeOf(text.charCodeAt(after));
          if (closes(left, right)) {
            if (emphasis?.code !== code || emphasis.length !== length) return undefined;
            this.#at = at;
            return this.#withWords(tokens, words, at);
          }
          if (length > (code === STAR ? 2 : 1) || !opens(left, right, text.charCodeAt(at - 1), emphasis))
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
    const start = endOfRun(this.#text, BACKTICK, at, end);
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
    const after = endOfRun(this.#text, BACKTICK, close, end);
    return after - close === start - at ? after : undefined;
  }

  #link(at: number, { bracket, end }: { readonly bracket: number; readonly end: number }): Token | undefined {
    const text = this.#text;
    const label = this.#endOfLabel(bracket + 1, end);
    if (label === undefined || text.charCodeAt(label + 1) !== OPEN_PAREN) return undefined;
    const start = label + 2;
    const stop = endOfDestination(text, start, end);
    if (stop === start) return undefined;
    const title = titleAt(text, stop, end);
    const close = title === undefined ? stop : title.end;
    if (close >= end || text.charCodeAt(close) !== CLOSE_PAREN) return undefined;
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
      if (code === CLOSE_BRACKET) return at;
      if (code === OPEN_BRACKET || code === BACKSLASH) return undefined;
      if (code === BACKTICK) {
        const after = this.#endOfCode(at, endOfRun(text, BACKTICK, at, end), end);
        if (after === undefined) return undefined;
        at = after;
      } else at++;
    }
    return undefined;
  }
}

const isInsideWord = (text: string, at: number): boolean =>
  isLetterOrDigit(text.charCodeAt(at - 1)) && isLetterOrDigit(text.charCodeAt(at + 1));

const isLetterOrDigit = (code: number): boolean => isAsciiLetter(code) || isDigit(code);

function codeText(written: string): string {
  const text = written.includes('\n') ? written.replaceAll('\n', ' ') : written;
  const isPadded = text.charCodeAt(0) === SPACE && text.charCodeAt(text.length - 1) === SPACE && /[^ ]/.test(text);
  return isPadded ? text.slice(1, -1) : text;
}
