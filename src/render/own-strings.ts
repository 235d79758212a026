/** The site's own words: `locales/ar.yaml` in the folder of the user's templates, in the form of `docs/locale.yaml`. */
import { parseDocument } from 'yaml';
import { wholeFile, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { siteProblem } from '../site/problems.ts';
import { LANGUAGES, languageOf, stringsFor, type OwnStrings, type WrittenStrings } from '../site/strings.ts';
import { stringsProblems, type StringsProblem } from '../site/strings/written.ts';
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
    const read = readFile(found, locale);
    if (read.written) strings.set(locale, read.written);
    diagnostics.push(...read.diagnostics);
  }
  return { strings, diagnostics };
}

const noWords = (locale: Locale): Diagnostic =>
  siteProblem(
    'words-missing',
    wholeFile(`templates/locales/${locale}.yaml`),
    `gitcast has no words in \`${locale}\`, so pages in this language have buttons and labels in English`,
    `translate docs/locale.yaml of the gitcast package to templates/locales/${locale}.yaml`,
  );

interface FileText {
  readonly file: string;
  readonly text: string;
}

interface FileRead {
  readonly written?: WrittenStrings;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same text gives the same object, so that a preview knows that no words changed. */
const before = new Map<string, FileRead & { readonly text: string }>();

function readFile({ file, text }: FileText, locale: Locale): FileRead {
  const known = before.get(file);
  if (known?.text === text) return known;
  const read = parse({ file, text }, locale);
  before.set(file, { ...read, text });
  return read;
}

function parse({ file, text }: FileText, locale: Locale): FileRead {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const at = spanAt(file, text, error.pos[0]);
    return { diagnostics: [siteProblem('words-wrong', at, `this file is not YAML: ${error.message}`)] };
  }
  const written: unknown = document.toJS() ?? {};
  const problems = stringsProblems(written, stringsFor(locale));
  const wrong = problems.filter(({ type }) => type !== 'missing');
  if (wrong.length > 0) {
    const at = (path: readonly string[]): Span => {
      const node = document.getIn(path, true) as { readonly range?: readonly number[] } | undefined;
      return spanAt(file, text, node?.range?.[0] ?? 0);
    };
    return { diagnostics: wrong.map((problem) => wrongWords(problem, at(problem.path), locale)) };
  }
  const isKnown = LANGUAGES.includes(languageOf(locale));
  const missing = isKnown ? [] : problems.map(({ path }) => path.join('.'));
  return {
    written: written as WrittenStrings,
    diagnostics: missing.length === 0 ? [] : [missingWords(file, missing)],
  };
}

function wrongWords({ type, path }: StringsProblem, at: Span, locale: Locale): Diagnostic {
  const name = path.join('.');
  if (type === 'wrong')
    return siteProblem('words-wrong', at, `\`${name}\` must be a text, or a table as in docs/locale.yaml`);
  const meant = nearest(path.at(-1)!, namesBeside(path, locale));
  const suggestion = meant === undefined ? 'remove it' : `did you mean \`${meant}\`?`;
  return siteProblem('words-wrong', at, `no page has words named \`${name}\``, suggestion);
}

function namesBeside(path: readonly string[], locale: Locale): readonly string[] {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], stringsFor(locale));
  return Object.keys(holder as object);
}

const MOST_NAMED = 3;

function missingWords(file: string, missing: readonly string[]): Diagnostic {
  const named = missing.slice(0, MOST_NAMED).join(', ');
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : '';
  const message = `these words are missing, so pages have them in English: ${named}${more}`;
  return siteProblem(
    'words-missing',
    wholeFile(file),
    message,
    'add them; docs/locale.yaml of the gitcast package has them all',
  );
}

function spanAt(file: string, text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(0, start).split('\n').length;
  return { file, line, column: offset - start + 1, length: 1, lineText: text.slice(start).split('\n', 1)[0]! };
}
