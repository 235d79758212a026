import { getDefaults, Lexer, Tokenizer, type TokensList } from 'marked';
import { countedSearch } from './counted-search.ts';
import { remembering } from './remembering.ts';

/** The library's own defaults, since `marked.use` anywhere in the program would change the shared ones. */
const OPTIONS = { ...getDefaults(), gfm: true };

/** The tokens of a text, which nobody changes. Taking a text apart is half of the work of a build. */
export const lex: (markdown: string) => TokensList = remembering(tokensOf, {
  // As much as a page has, for its languages share what is not translated. Tokens take twenty times the memory of a text.
  most: 524_288,
});

/** Below this length even the worst text takes but a moment. */
const UNCOUNTED_LENGTH = 2048;

function tokensOf(markdown: string): TokensList {
  if (markdown.length <= UNCOUNTED_LENGTH) return Lexer.lex(markdown, OPTIONS);
  const tokenizer = new Tokenizer();
  const lexer = new Lexer({ ...OPTIONS, tokenizer });
  tokenizer.rules = countedSearch(tokenizer.rules);
  return lexer.lex(markdown);
}

/** How marked reads a link and a definition, with the places of their parts. */
export const LINK = withPlaces(Lexer.rules.inline.gfm.link);
export const DEFINITION = withPlaces(Lexer.rules.block.gfm.def);

function withPlaces({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}d`);
}
