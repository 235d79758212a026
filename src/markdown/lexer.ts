import { createRequire } from 'node:module';
import type * as Marked from 'marked';
import type { Lexer, MarkedOptions, Token, Tokenizer } from 'marked';
import { InternalError } from '../diagnostics/errors.ts';
import { footnoteSyntax, mayHaveFootnotes } from './footnotes.ts';
import { once } from '../values/once.ts';
import { addPlainBlocks, type Sentence } from './plain/plain-blocks.ts';
import { plainSpans } from './plain/spans.ts';
import { remembering } from './remembering.ts';

/** Loaded by the first text that needs it: most texts are plain, and making its patterns takes longer than reading these. */
const library = once(() => createRequire(import.meta.url)('marked') as typeof Marked);

/** The library's own defaults, because `marked.use` anywhere in the program would change the shared ones. */
const optionsOf = once((): MarkedOptions => ({ ...library().getDefaults(), gfm: true }));

/** The tokens of a text, which are never modified. */
export const lex: (markdown: string) => readonly Token[] = remembering(tokensOf, {
  // About one page's worth, because its languages share the untranslated text. Tokens take twenty times the memory of
  // the text.
  most: 131_072,
});

/** Most of most texts is plain. Only the rest needs marked. */
function tokensOf(markdown: string): readonly Token[] {
  const tokens: Token[] = [];
  const sentences: Sentence[] = [];
  const end = addPlainBlocks(markdown, { tokens, sentences });
  let marked: Lexer | undefined;
  if (end < markdown.length) {
    marked = createLexer(markdown);
    marked.blockTokens(markdown.slice(end).replace(/\r\n?/g, '\n'), tokens);
  }
  const hasFootnotes = mayHaveFootnotes(markdown);
  const spansOf = (text: string): readonly Token[] => {
    const spans = hasFootnotes && text.includes('[') ? undefined : plainSpans(text);
    if (spans) return withoutIndents(text, spans);
    marked ??= createLexer(markdown);
    // An element that one block leaves open ends with it.
    marked.state.inRawBlock = false;
    return withoutIndents(text, marked.inlineTokens(text));
  };
  for (const { text, owner } of sentences) owner.tokens = spansOf(text) as Token[];
  for (const { src, tokens: spans } of marked?.inlineQueue ?? []) for (const span of spansOf(src)) spans.push(span);
  return tokens;
}

/** By CommonMark, the indentation of a paragraph's lines is not part of it; marked keeps it in code. */
function withoutIndents(text: string, spans: Token[]): Token[] {
  if (!/\n[ \t]/.test(text) || !text.includes('`')) return spans;
  for (const span of spans) {
    if (span.type === 'codespan') {
      const code = span.raw.replaceAll(/^`+|`+$/g, '').replaceAll(/\n[ \t]*/g, ' ');
      span.text = /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code;
    } else if ('tokens' in span && span.tokens) withoutIndents(text, span.tokens);
  }
  return spans;
}

/** Below this length, even the worst text takes only a moment. */
const UNCOUNTED_LENGTH = 2048;

function createLexer(markdown: string): Lexer {
  const options = mayHaveFootnotes(markdown) ? { ...optionsOf(), extensions: footnoteSyntax() } : optionsOf();
  const { Lexer: MarkedLexer, Tokenizer } = library();
  const tokenizer = new Tokenizer();
  const lexer = new MarkedLexer({ ...options, tokenizer });
  const { inline, ...others } = tokenizer.rules;
  tokenizer.rules = { ...others, inline: { ...inline, blockSkip: skippedPattern() } };
  if (markdown.length > UNCOUNTED_LENGTH) tokenizer.rules = countedSearch(tokenizer.rules);
  return lexer;
}

/**
 * The text that marked skips in its search for emphasis. It skips whatever is written like a link, and so shows the
 * marks in `[*words*](no link)`: only a destination without spaces, or in angle brackets, makes a link.
 */
const skippedPattern = once((): RegExp => {
  const { source, flags } = library().Lexer.rules.inline.gfm.blockSkip;
  const inside = String.raw`(?:\\[\s\S]|[^\\\(\)]|\((?:\\[\s\S]|[^\\\(\)])*\))*`;
  if (!source.includes(inside)) throw new InternalError('marked has another pattern for what it skips');
  const target = String.raw`\s*(?:<[^<>\n]*>|(?:\\[\s\S]|[^\\()\s<]|\((?:\\[\s\S]|[^\\()\s])*\))*)`;
  const title = String.raw`(?:\s+(?:"(?:\\[\s\S]|[^\\"])*"|'(?:\\[\s\S]|[^\\'])*'|\((?:\\[\s\S]|[^\\()])*\)))?\s*`;
  return new RegExp(
    source.replace(inside, () => target + title),
    flags,
  );
});

/** Marked's patterns for links and definitions, with the positions of their parts. */
export const linkPattern = once(() => withPlaces(library().Lexer.rules.inline.gfm.link));
export const definitionPattern = once(() => withPlaces(library().Lexer.rules.block.gfm.def));

function withPlaces({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}d`);
}

/** A text in which the search for closing marks would take minutes. */
export class TooManyMarks extends Error {
  override readonly name = 'TooManyMarks';
}

type Rules = Tokenizer['rules'];

/** They take a second or two. Ordinary text needs a few thousand, because marks are soon closed. */
const MOST_STEPS = 3_000_000;

/**
 * From each `*`, `_` or `~` that may open something, marked looks at every one that may close it, up to the end of the
 * paragraph. Steps are counted instead of timed, so that a text is accepted or rejected alike on every machine, however
 * busy it is.
 */
function countedSearch({ inline, ...others }: Rules): Rules {
  let steps = 0;
  const count = (): void => {
    if (++steps > MOST_STEPS) throw new TooManyMarks();
  };
  return {
    ...others,
    inline: {
      ...inline,
      emStrongRDelimAst: new CountedPattern(inline.emStrongRDelimAst, count),
      emStrongRDelimUnd: new CountedPattern(inline.emStrongRDelimUnd, count),
      delRDelim: new CountedPattern(inline.delRDelim, count),
    },
  };
}

class CountedPattern extends RegExp {
  readonly #count: () => void;

  constructor(pattern: RegExp, count: () => void) {
    super(pattern);
    this.#count = count;
  }

  override exec(text: string): RegExpExecArray | null {
    this.#count();
    return super.exec(text);
  }
}
