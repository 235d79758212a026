/**
 * The user's own files in `templates/`: the words of the site in `locales/ar.yaml`, in the form of gitcast's own
 * `locales/en.yaml`, and names of words or templates that no page uses.
 */
import { wholeFile, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { didYouMean, nearest } from '../diagnostics/nearest.ts';
import { WORDS } from '../generated/strings.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { siteProblem } from '../site/problems.ts';
import { isPlural, isSaid, LANGUAGES, languageOf, type OwnStrings, type WrittenStrings } from '../site/strings.ts';
import { yaml } from '../machine/packages.ts';
import { isObject, type JsonObject } from '../values/json.ts';
import { append } from '../values/long-lists.ts';
import type { TemplateFolder } from './templates/template-folder.ts';
import type { Templates } from './templates/templates.ts';

export interface OwnStringsRead {
  readonly strings: OwnStrings;
  readonly diagnostics: readonly Diagnostic[];
}

export function readOwnStrings(templates: Pick<Templates, 'optional'>, locales: readonly Locale[]): OwnStringsRead {
  const strings = new Map<Locale, WrittenStrings>();
  const diagnostics: Diagnostic[] = [];
  for (const locale of locales) {
    const path = `locales/${locale}.yaml`;
    const found = templates.optional(path);
    if (!found) {
      if (!LANGUAGES.includes(languageOf(locale))) diagnostics.push(noWords(locale));
      continue;
    }
    const read = readFile(found);
    if (read.written) strings.set(locale, read.written);
    append(diagnostics, read.diagnostics);
  }
  return { strings, diagnostics };
}

const noWords = (locale: Locale): Diagnostic =>
  siteProblem(
    'words-missing',
    wholeFile(`templates/locales/${locale}.yaml`),
    `gitcast has no words in \`${locale}\`, so pages in this language have buttons and labels in English`,
    `translate locales/en.yaml of the gitcast package to templates/locales/${locale}.yaml`,
  );

interface FileText {
  readonly file: string;
  readonly text: string;
}

interface FileRead {
  /** Undefined for a file that is not YAML. */
  readonly written?: WrittenStrings;
  readonly diagnostics: readonly Diagnostic[];
}

function readFile({ file, text }: FileText): FileRead {
  const document = yaml().parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const message = `this file is not YAML: ${error.message}`;
    return { diagnostics: [siteProblem('yaml-syntax', spanAt(file, text, error.pos[0]), message)] };
  }
  const value: unknown = document.toJS();
  const written = isObject(value) ? value : {};
  const diagnostics = unknownIn(WORDS.en, written, []).map(({ path, names }) => {
    const node = document.getIn(path, true) as { readonly range?: readonly number[] } | undefined;
    return siteProblem(
      'unknown-words',
      spanAt(file, text, node?.range?.[0] ?? 0),
      `no page has words named \`${path.join('.')}\``,
      didYouMean(path.at(-1)!, names, '`'),
    );
  });
  return { written: written as WrittenStrings, diagnostics };
}

interface Unknown {
  readonly path: readonly string[];
  /** The names that exist there. */
  readonly names: readonly string[];
}

const unknownIn = (declared: JsonObject, written: JsonObject, at: readonly string[]): readonly Unknown[] =>
  Object.entries(written).flatMap(([key, words]): readonly Unknown[] => {
    const path = [...at, key];
    if (!Object.hasOwn(declared, key)) return [{ path, names: Object.keys(declared) }];
    const own = declared[key];
    return isObject(own) && isObject(words) && !isSaid(own) && !isPlural(own) ? unknownIn(own, words, path) : [];
  });

function spanAt(file: string, text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(0, start).split('\n').length;
  return { file, line, column: offset - start + 1, length: 1, lineText: text.slice(start).split('\n', 1)[0]! };
}

const OF_PAGES = /^(?:layouts|pages|blocks|partials|assets|hosting)\//;

/** Files that override nothing, and nearly have the name of one that they could. Own templates call parts by any name. */
export const misspeltFiles = (folders: readonly TemplateFolder[]): readonly Diagnostic[] => {
  const theme = folders.flatMap(({ isOwn, paths }) => (isOwn ? [] : paths().filter((path) => OF_PAGES.test(path))));
  return folders.flatMap(({ isOwn, label, paths }) =>
    (isOwn ? paths() : []).flatMap((path) => {
      const meant = theme.includes(path) || path.startsWith('partials/') ? undefined : nearestFile(path, theme);
      if (meant === undefined) return [];
      const message = 'no page uses this file: the theme has none with its name';
      return [siteProblem('file-unused', wholeFile(`${label}/${path}`), message, `did you mean ${meant}?`)];
    }),
  );
};

/** The same name in another folder, or nearly this one: with its extension, every short name would be near. */
function nearestFile(path: string, theme: readonly string[]): string | undefined {
  const extension = /\.\w+$/.exec(path)?.[0] ?? '';
  const stemOf = (each: string): string => each.slice(0, each.length - extension.length);
  const stems = theme.filter((each) => each.endsWith(extension)).map(stemOf);
  const stem = nearest(stemOf(path), stems) ?? stems.find((each) => each.endsWith(`/${stemOf(path)}`));
  return stem === undefined ? undefined : `${stem}${extension}`;
}
