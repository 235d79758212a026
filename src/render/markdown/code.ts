/** Highlights code while the site is built, as classes that the theme gives colours. */
import { createRequire } from 'node:module';

/** Of the library. Its own types need those of a browser. */
interface Highlighter {
  readonly newInstance: () => Highlighter;
  readonly registerLanguage: (name: string, grammar: Grammar) => void;
  readonly highlight: (code: string, options: { readonly language: string }) => { readonly value: string };
}
type Grammar = (library: Highlighter) => object;

/** The HTML of code in this language. Undefined if it has no colours: the language is unknown, or the code very long. */
export function highlight(code: string, language: string): string | undefined {
  if (code.length > LONGEST || LONG_LINE.test(code)) return undefined;
  const name = nameOf(language);
  return name === undefined ? undefined : highlighterFor(name)?.highlight(code, { language: name }).value;
}

/**
 * Some of the library's patterns take time that grows with the square of the length of a word, or of the code. At
 * this length, code of nothing but line breaks took about a second; one long word took several, hence the second limit.
 */
const LONGEST = 8000;
const LONG_LINE = /[^\n]{500}/;

/** Loaded with the first code in a language, because most sites have none. */
const require = createRequire(import.meta.url);
const known = new Map<string, Highlighter | undefined>();

/**
 * Each language has its own copy of the library, with the languages that may be inside it. In one copy, a page would
 * look different depending on the pages that were built before it.
 */
function highlighterFor(name: string): Highlighter | undefined {
  if (known.has(name)) return known.get(name);
  const languages = [name, ...(INSIDE.get(name) ?? [])].map((each) => [each, grammarOf(each)] as const);
  const made = languages[0]![1] && (require('highlight.js/lib/core') as Highlighter).newInstance();
  if (made) for (const [each, grammar] of languages) if (grammar) made.registerLanguage(each, grammar);
  known.set(name, made);
  return made;
}

function grammarOf(name: string): Grammar | undefined {
  try {
    return require(`highlight.js/lib/languages/${name}`) as Grammar;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const INSIDE: ReadonlyMap<string, readonly string[]> = new Map([
  ['xml', ['css', 'javascript']],
  ['markdown', ['xml']],
  ['shell', ['bash']],
  ['javascript', ['xml', 'css']],
  ['typescript', ['xml', 'css']],
  ['php', ['xml']],
]);

/** The names that authors use, besides the library's own. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  'f#': 'fsharp',
  cjs: 'javascript',
  console: 'shell',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  html: 'xml',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  svg: 'xml',
  tex: 'latex',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

/** A file name, so nothing but letters, digits and hyphens. */
function nameOf(language: string): string | undefined {
  const written = language.toLowerCase();
  const name = Object.hasOwn(SHORT_NAMES, written) ? SHORT_NAMES[written]! : written;
  return /^[a-z0-9][a-z0-9-]*$/.test(name) ? name : undefined;
}
