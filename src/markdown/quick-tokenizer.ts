/**
 * Finds the same tokens as marked. At each position of a text marked tries a dozen patterns, most of which can begin only
 * with one character, and its pattern for plain text looks ahead from every character. Here the first character decides
 * which patterns are tried, and plain text ends at the next character that may mean something.
 */
import type { Tokenizer, Tokens, TokensList } from 'marked';
import { withMarked } from './marked.ts';

type Links = TokensList['links'];

const [SPACE, BANG, STAR, LESS, BRACKET, BACKSLASH, UNDERSCORE, BACKTICK, TILDE] = Array.from(
  ' !*<[\\_`~',
  (character) => character.charCodeAt(0),
) as readonly number[] as readonly [number, number, number, number, number, number, number, number, number];

/** The characters at which plain text ends. */
const ENDS = new Uint8Array(128);
for (const code of [BANG, STAR, LESS, BRACKET, BACKSLASH, UNDERSCORE, BACKTICK, TILDE]) ENDS[code] = 1;

/** What marked's pattern for plain text looks for inside it: line breaks with spaces, links without marks, references. */
const NEEDS_PATTERN = /:| {2}\n|http|www\.|&#/i;
/** The first letters of `http`, `ftp` and `www.`. */
const MAY_BEGIN_URL = /^[fhw]/i;

const mayBeginLink = (code: number): boolean => code === BRACKET || code === BANG;

// `emStrong` and `del` are marked's own: where they are not, it masks every text before it looks for them.
const classOf = withMarked(
  (marked) =>
    class QuickTokenizer extends marked.Tokenizer {
      /** Decided once for the text: a search in the rest of it at each position takes seconds in a long one. */
      hasAt = true;

      override escape(source: string): Tokens.Escape | undefined {
        return source.charCodeAt(0) === BACKSLASH ? super.escape(source) : undefined;
      }

      override tag(source: string): Tokens.Tag | undefined {
        return source.charCodeAt(0) === LESS ? super.tag(source) : undefined;
      }

      override link(source: string): Tokens.Link | Tokens.Image | undefined {
        return mayBeginLink(source.charCodeAt(0)) ? super.link(source) : undefined;
      }

      override reflink(source: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
        return mayBeginLink(source.charCodeAt(0)) ? super.reflink(source, links) : undefined;
      }

      override codespan(source: string): Tokens.Codespan | undefined {
        return source.charCodeAt(0) === BACKTICK ? super.codespan(source) : undefined;
      }

      override br(source: string): Tokens.Br | undefined {
        const code = source.charCodeAt(0);
        return code === SPACE || code === BACKSLASH ? super.br(source) : undefined;
      }

      override autolink(source: string): Tokens.Link | undefined {
        return source.charCodeAt(0) === LESS ? super.autolink(source) : undefined;
      }

      override url(source: string): Tokens.Link | undefined {
        return MAY_BEGIN_URL.test(source) || (this.hasAt && source.includes('@')) ? super.url(source) : undefined;
      }

      override inlineText(source: string): Tokens.Text | undefined {
        const first = source.charCodeAt(0);
        // An email address may reach beyond the character at which plain text would end.
        if (first === BACKTICK || first === TILDE || (this.hasAt && source.includes('@')))
          return super.inlineText(source);
        let end = 1;
        while (end < source.length && !isEnd(source.charCodeAt(end))) end++;
        const raw = source.slice(0, end);
        if (NEEDS_PATTERN.test(raw)) return super.inlineText(source);
        return { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock };
      }
    },
);

export const quickTokenizer = (markdown: string): Tokenizer =>
  Object.assign(new (classOf())(), { hasAt: markdown.includes('@') });

const isEnd = (code: number): boolean => code < 128 && ENDS[code] === 1;
