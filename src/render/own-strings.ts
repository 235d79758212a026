/** The site's own words: `locales/ar.yaml` in the folder of the user's templates, in the form of gitcast's own `locales/en.yaml`. */
import { wholeFile, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { WORDS } from '../generated/strings.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { siteProblem } from '../site/problems.ts';
import { isPlural, isSaid, LANGUAGES, languageOf, type OwnStrings, type WrittenStrings } from '../site/strings.ts';
import type { Templates } from './templates/templates.ts';
import { yaml } from '../machine/packages.ts';
import { isObject, type JsonObject } from '../values/json.ts';
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
  readonly written?: WrittenStrings;
  readonly diagnostics: readonly Diagnostic[];
}

/** The same text gives the same object, so that a preview knows that no words changed. */
const before = new Map<string, FileRead & { readonly text: string }>();

function readFile({ file, text }: FileText): FileRead {
  const earlier = before.get(file);
  if (earlier?.text === text) return earlier;
  const read = parse({ file, text });
  before.set(file, { ...read, text });
  return read;
}

function parse({ file, text }: FileText): FileRead {
  const document = yaml().parseDocument(text, { prettyErrors: false });
  const refused = (offset: number, message: string, suggestion?: string): Diagnostic =>
    siteProblem('words-wrong', spanAt(file, text, offset), message, suggestion);
  const [error] = document.errors;
  if (error) return { diagnostics: [refused(error.pos[0], `this file is not YAML: ${error.message}`)] };
  const written: unknown = document.toJS() ?? {};
  const diagnostics = wrongIn(WORDS.en, written, []).map(({ path, names }) => {
    const node = document.getIn(path, true) as { readonly range?: readonly number[] } | undefined;
    const at = node?.range?.[0] ?? 0;
    const name = path.length === 0 ? 'this file' : `\`${path.join('.')}\``;
    if (names === undefined) return refused(at, `${name} must be as in locales/en.yaml of the gitcast package`);
    const meant = nearest(path.at(-1)!, names);
    const suggestion = meant === undefined ? 'remove it' : `did you mean \`${meant}\`?`;
    return refused(at, `no page has words named ${name}`, suggestion);
  });
  return { ...(diagnostics.length === 0 && { written: written as WrittenStrings }), diagnostics };
}

interface Wrong {
  readonly path: readonly string[];
  /** The names beside it, if its own is unknown. */
  readonly names?: readonly string[];
}

function wrongIn(declared: JsonObject, written: unknown, at: readonly string[]): readonly Wrong[] {
  if (!isObject(written)) return [{ path: at }];
  return Object.entries(written).flatMap(([key, words]): readonly Wrong[] => {
    const path = [...at, key];
    if (!Object.hasOwn(declared, key)) return [{ path, names: Object.keys(declared) }];
    const own = declared[key];
    if (words === null) return [];
    if (isPlural(own)) return isObject(words) && isWords(words) ? [] : [{ path }];
    if (isSaid(own)) return isWords(words) ? [] : [{ path }];
    if (isObject(own)) return wrongIn(own, words, path);
    return typeof words === 'string' ? [] : [{ path }];
  });
}

const isWords = (value: unknown): boolean =>
  typeof value === 'string' || (isObject(value) && Object.values(value).every(isWords));

function spanAt(file: string, text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(0, start).split('\n').length;
  return { file, line, column: offset - start + 1, length: 1, lineText: text.slice(start).split('\n', 1)[0]! };
}
