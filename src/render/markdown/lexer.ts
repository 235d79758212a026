import { getDefaults, Lexer, type TokensList } from 'marked';

/** The tokens of a text, which nobody changes. */
export type Lex = (markdown: string) => TokensList;

/** The library's own defaults, since `marked.use` anywhere in the program would change the shared ones. */
const OPTIONS = { ...getDefaults(), gfm: true };

/** As many as a page has texts, for the languages of a page share those that are not translated. */
const REMEMBERED = 64;
/** The tokens of a longer one would take too much memory. */
const LONGEST = 32_768;

/** Taking a text apart is half of the work of a build, so the last few are remembered. */
export function createLexer(): Lex {
  const recent = new Map<string, TokensList>();
  return (markdown) => {
    const known = recent.get(markdown);
    if (known) return known;
    const tokens = Lexer.lex(markdown, OPTIONS);
    if (markdown.length > LONGEST) return tokens;
    if (recent.size === REMEMBERED) recent.delete(recent.keys().next().value!);
    recent.set(markdown, tokens);
    return tokens;
  };
}
