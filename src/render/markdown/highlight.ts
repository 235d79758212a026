/** Highlights code while the site is built, as classes that the theme gives colours. */
import { createRequire } from 'node:module';
import { onceEach } from '../../values/once-each.ts';

/** The library's own types need those of a browser. */
interface Library {
  readonly newInstance: () => Library;
  readonly registerLanguage: (name: string, definition: Definition) => void;
  readonly highlight: (code: string, options: { readonly language: string }) => { readonly value: string };
}
type Definition = (library: Library) => object;

/** The HTML of code in this language. Undefined if it has no colours: the language is unknown, or the code very long. */
export function highlight(code: string, language: string): string | undefined {
  if (code.length > LONGEST || hasLongLine(code)) return undefined;
  const name = nameOf(language);
  return name === undefined ? undefined : libraryFor(name)?.highlight(code, { language: name }).value;
}

/**
 * Some of the library's patterns take time that grows with the square of the length of a word, or of the code. At
 * this length, code of nothing but line breaks took about a second; one long word took several, hence the second limit.
 */
const LONGEST = 8000;
const LONGEST_LINE = 500;

function hasLongLine(code: string): boolean {
  for (let start = 0; code.length - start >= LONGEST_LINE;) {
    const end = code.indexOf('\n', start);
    if (end === -1 || end - start >= LONGEST_LINE) return true;
    start = end + 1;
  }
  return false;
}

/** Loaded with the first code in a language, because most sites have none. */
const require = createRequire(import.meta.url);

/**
 * Each language has its own copy of the library, with the languages that may be inside it. In one copy, a page would
 * look different depending on the pages that were built before it.
 */
const libraryFor = onceEach((name: string): Library | undefined => {
  const own = definitionOf(name);
  if (!own) return undefined;
  const library = (require('highlight.js/lib/core') as Library).newInstance();
  library.registerLanguage(name, own);
  for (const inside of INSIDE.get(name) ?? []) library.registerLanguage(inside, definitionOf(inside)!);
  return library;
});

function definitionOf(name: string): Definition | undefined {
  try {
    return require(`highlight.js/lib/languages/${name}`) as Definition;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** The languages that may be inside others. */
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
