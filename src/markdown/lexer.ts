import { getDefaults, Lexer, type TokensList } from 'marked';
import { countedSearch } from './counted-search.ts';
import { footnoteSyntax, mayHaveFootnotes } from './footnotes.ts';
import { QuickTokenizer } from './quick-tokenizer.ts';
import { remembering } from './remembering.ts';

/** The library's own defaults, because `marked.use` anywhere in the program would change the shared ones. */
const OPTIONS = { ...getDefaults(), gfm: true };

/** The tokens of a text, which are never modified. Lexing is half of the work of a build. */
export const lex: (markdown: string) => TokensList = remembering(tokensOf, {
  // About one page's worth, because its languages share the untranslated text. Tokens take twenty times the memory of
  // the text.
  most: 524_288,
});

/** Below this length, even the worst text takes only a moment. */
const UNCOUNTED_LENGTH = 2048;

function tokensOf(markdown: string): TokensList {
  const options = mayHaveFootnotes(markdown) ? { ...OPTIONS, extensions: footnoteSyntax() } : OPTIONS;
  const tokenizer = new QuickTokenizer();
  const lexer = new Lexer({ ...options, tokenizer });
  if (markdown.length > UNCOUNTED_LENGTH) tokenizer.rules = countedSearch(tokenizer.rules);
  return lexer.lex(markdown);
}

/** Marked's patterns for links and definitions, with the positions of their parts. */
export const LINK = withPlaces(Lexer.rules.inline.gfm.link);
export const DEFINITION = withPlaces(Lexer.rules.block.gfm.def);

function withPlaces({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}d`);
}
