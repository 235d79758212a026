/** The site's own words: `locales/ar.yaml` in the folder of the user's templates, in the form of gitcast's own `locales/en.yaml`. */
import { wholeFile, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { assertNever } from '../diagnostics/errors.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { siteProblem } from '../site/problems.ts';
import { english, LANGUAGES, languageOf, type OwnStrings, type WrittenStrings } from '../site/strings.ts';
import { stringsProblems, type StringsProblem } from '../site/strings-problems.ts';
import type { Templates } from './templates/templates.ts';
import { yaml } from '../machine/packages.ts';
import { append } from '../values/long-lists.ts';

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
  readonly written?: WrittenStrings;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same text gives the same object, so that a preview knows that no words changed. */
const before = new Map<string, FileRead & { readonly text: string }>();

function readFile({ file, text }: FileText, locale: Locale): FileRead {
  const earlier = before.get(file);
  if (earlier?.text === text) return earlier;
  const read = parse({ file, text }, locale);
  before.set(file, { ...read, text });
  return read;
}

function parse({ file, text }: FileText, locale: Locale): FileRead {
  const document = yaml().parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const at = spanAt(file, text, error.pos[0]);
    return { diagnostics: [siteProblem('words-wrong', at, `this file is not YAML: ${error.message}`)] };
  }
  const written: unknown = document.toJS() ?? {};
  const problems = stringsProblems(written);
  const wrong = problems.filter(({ type }) => type !== 'missing');
  if (wrong.length > 0) {
    const at = (path: readonly string[]): Span => {
      const node = document.getIn(path, true) as { readonly range?: readonly number[] } | undefined;
      return spanAt(file, text, node?.range?.[0] ?? 0);
    };
    return { diagnostics: wrong.map((problem) => wrongWords(problem, at(problem.path))) };
  }
  const isKnown = LANGUAGES.includes(languageOf(locale));
  const missing = isKnown ? [] : problems.map(({ path }) => path.join('.'));
  return {
    written: written as WrittenStrings,
    diagnostics: missing.length === 0 ? [] : [missingWords(file, missing)],
  };
}

function wrongWords(problem: StringsProblem, at: Span): Diagnostic {
  const { message, suggestion } = describeWrong(problem);
  return siteProblem('words-wrong', at, message, suggestion);
}

interface Wording {
  readonly message: string;
  readonly suggestion?: string;
}

function describeWrong(problem: StringsProblem): Wording {
  const { path } = problem;
  const name = `\`${path.join('.')}\``;
  switch (problem.type) {
    case 'unknown': {
      const meant = nearest(path.at(-1)!, namesBeside(path));
      const suggestion = meant === undefined ? 'remove it' : `did you mean \`${meant}\`?`;
      return { message: `no page has words named ${name}`, suggestion };
    }
    case 'empty':
      return { message: `${name} is empty`, suggestion: 'write a text, or remove the line to use that of gitcast' };
    case 'unfilled': {
      const suggestion =
        problem.declared.length === 0 ? `remove ${problem.mark}` : `use ${problem.declared.join(', ')}`;
      return { message: `${name} has ${problem.mark}, which nothing fills in`, suggestion };
    }
    case 'lost':
      return { message: `${name} has no ${problem.mark}`, suggestion: `add ${problem.mark}, which is filled in` };
    case 'wrong':
    case 'missing':
      return path.length === 0
        ? {
            message: 'this file must be a map of names and texts',
            suggestion: 'copy locales/en.yaml of the gitcast package',
          }
        : { message: `${name} must be a text, or a table as in locales/en.yaml` };
    default:
      return assertNever(problem);
  }
}

function namesBeside(path: readonly string[]): readonly string[] {
  const holder = path.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], english);
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
    'add them; locales/en.yaml of the gitcast package has them all',
  );
}

function spanAt(file: string, text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(0, start).split('\n').length;
  return { file, line, column: offset - start + 1, length: 1, lineText: text.slice(start).split('\n', 1)[0]! };
}
