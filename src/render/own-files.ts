/** The files in the user's own folder of templates: those with mistakes, and those that no page uses. */
import { diagnose, wholeFile, type Diagnostic, type Span } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { Locale } from '../kinds/shapes/primitives.ts';
import { siteProblem } from '../site/problems.ts';
import type { OwnFile, Templates } from './templates/templates.ts';
import { COMMON_SCRIPTS, MODULES, SCRIPTS, scriptOf } from './theme-files.ts';
import { spawnSync } from 'node:child_process';
import { Script } from 'node:vm';

type Read = Pick<Templates, 'own' | 'themePaths' | 'text'>;

export function checkOwnFiles(templates: Read, locales: readonly Locale[]): readonly Diagnostic[] {
  const own = templates.own();
  if (own.length === 0) return [];
  const theme = templates.themePaths().filter(isOfTheme);
  const broken = own.flatMap((file) => syntaxProblem(file));
  return [
    ...(broken.length > 0 ? broken : joinProblem(own, templates)),
    ...own.filter(({ path }) => !theme.includes(path)).flatMap((file) => unusedProblem(file, { own, theme, locales })),
  ];
}

function syntaxProblem(file: OwnFile): readonly Diagnostic[] {
  const fault = faultIn(file);
  if (!fault) return [];
  const lineText = file.read().split('\n')[fault.line - 1] ?? '';
  const marked = lineText.trim();
  const at: Span = {
    file: file.file,
    line: fault.line,
    column: lineText.indexOf(marked) + 1,
    length: marked.length,
    lineText,
  };
  return [diagnose('asset-failed', at, fault.reason)];
}

/** The same text again is the same answer: a preview asks after each save. */
const checked = new Map<string, { readonly text: string; readonly fault: SyntaxFault | undefined }>();

function faultIn({ path, file, read }: OwnFile): SyntaxFault | undefined {
  const type = scriptType(path);
  if (!type && !path.endsWith('.css')) return undefined;
  const text = read();
  const before = checked.get(file);
  if (before?.text === text) return before.fault;
  const fault = type ? scriptFault(text, type) : styleFault(text);
  checked.set(file, { text, fault });
  return fault;
}

const scriptPath = (name: string): string => `assets/js/${name}.js`;
const JOINED: readonly string[] = [...COMMON_SCRIPTS, ...SCRIPTS].map(scriptPath);
const IMPORTED: readonly string[] = [...MODULES.map(scriptPath), 'assets/find.js'];

function scriptType(path: string): ScriptType | undefined {
  if (JOINED.includes(path)) return 'joined';
  if (IMPORTED.includes(path)) return 'module';
  return path.startsWith('assets/worker/') && path.endsWith('.js') ? 'worker' : undefined;
}

/** Each file is right, but two declare the same name. */
function joinProblem(own: readonly OwnFile[], templates: Read): readonly Diagnostic[] {
  const scripts = own.filter(({ path }) => JOINED.includes(path));
  if (scripts.length === 0) return [];
  const fault = scriptFault(scriptOf(templates), 'worker');
  return fault
    ? [diagnose('asset-failed', wholeFile(scripts[0]!.file), `with the theme's scripts: ${fault.reason}`)]
    : [];
}

const FOLDERS = ['layouts/', 'pages/', 'blocks/', 'partials/', 'assets/', 'hosting/'];
const isOfTheme = (path: string): boolean =>
  FOLDERS.some((folder) => path.startsWith(folder)) && !path.endsWith('.d.ts');

interface Others {
  readonly own: readonly OwnFile[];
  readonly theme: readonly string[];
  readonly locales: readonly Locale[];
}

function unusedProblem(file: OwnFile, { own, theme, locales }: Others): readonly Diagnostic[] {
  const { path } = file;
  if (path.startsWith('locales/')) return unusedWords(file, locales);
  const isHidden = path.split('/').some((part) => part.startsWith('.'));
  if (isHidden || !(isOfTheme(path) || path.endsWith('.eta')) || isCalled(path, own)) return [];
  const meant = nearestName(path, theme) ?? theme.find((each) => each.endsWith(`/${path}`));
  // A part with a name of its own may be called by a name that a template puts together.
  if (meant === undefined && path.startsWith('partials/')) return [];
  const suggestion = meant === undefined ? 'delete it' : `did you mean ${meant}?`;
  return [
    siteProblem(
      'file-unused',
      wholeFile(file.file),
      'no page uses this file: the theme has none with its name',
      suggestion,
    ),
  ];
}

/** By the name alone: its folder and ending would make every short name near. */
function nearestName(path: string, theme: readonly string[]): string | undefined {
  const [, folder = '', ending = ''] = /^(.*\/)?[^/]*?(\.\w+)?$/.exec(path) ?? [];
  const stems = theme
    .filter((each) => each.startsWith(folder) && each.endsWith(ending))
    .map((each) => each.slice(folder.length, each.length - ending.length));
  const stem = nearest(path.slice(folder.length, path.length - ending.length), stems);
  return stem === undefined ? undefined : folder + stem + ending;
}

/** True if one of the user's templates has its name. */
function isCalled(path: string, own: readonly OwnFile[]): boolean {
  const name = path.replace(/\.eta$/, '');
  return own.some((other) => other.path.endsWith('.eta') && other.path !== path && other.read().includes(name));
}

function unusedWords({ path, file, owner }: OwnFile, locales: readonly Locale[]): readonly Diagnostic[] {
  const name = path.slice('locales/'.length);
  const stem = name.replace(/\.ya?ml$/i, '');
  if (name === stem || (name === `${stem}.yaml` && locales.includes(stem))) return [];
  const meant = locales.find((locale) => locale.toLowerCase() === stem.toLowerCase().replaceAll('_', '-'));
  // A shared folder may have words for the languages of other sites.
  if (meant === undefined && owner === 'shared') return [];
  return [
    siteProblem(
      'file-unused',
      wholeFile(file),
      `no page uses this file: ${meant === undefined ? `the site has no language \`${stem}\`` : 'its name is not that of a language'}`,
      meant === undefined
        ? `add \`${stem}\` to \`site.locales\` in gitcast.config.yaml, or delete the file`
        : `rename it to ${meant}.yaml`,
    ),
  ];
}

/**
 * A mistake in a script or a style sheet. The files of the theme are joined into one, so a mistake in one of them would
 * switch off all the others.
 */
interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
}

type ScriptType = 'joined' | 'module' | 'worker';

export function scriptFault(text: string, type: ScriptType): SyntaxFault | undefined {
  const fault =
    type === 'module' ? moduleFault(text) : classicFault(type === 'joined' ? `'use strict';{${text}\n}` : text);
  // An end that is missing is noticed after the last line.
  return fault && { ...fault, line: Math.min(fault.line, text.trimEnd().split('\n').length) };
}

function classicFault(code: string): SyntaxFault | undefined {
  try {
    void new Script(code, { filename: 'script' });
    return undefined;
  } catch (error) {
    const { message, stack = '' } = error as Error;
    return { line: Number(/^script:(\d+)/.exec(stack)?.[1] ?? 1), reason: message };
  }
}

/** Node parses a module without running it only in a process of its own, which takes a moment. */
function moduleFault(text: string): SyntaxFault | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', '--input-type=module', '-'], {
    input: text,
    encoding: 'utf8',
  });
  const [, line, reason] = /^\[stdin\]:(\d+)\n[^]*?^(?:Syntax|Reference)Error: (.*)$/m.exec(stderr) ?? [];
  return reason === undefined ? undefined : { line: Number(line), reason };
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
/** Comments, strings and unquoted addresses, in which a bracket is only a character; then those that never end. */
const SKIPPED = /\/\*[^]*?\*\/|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|url\(\s*[^"'\s)][^)]*\)|\\[^]/iy;
const UNFINISHED: Readonly<Record<string, string>> = {
  '/*': 'this comment is never closed',
  '"': 'this string is never closed',
  "'": 'this string is never closed',
};

/** Brackets, strings and comments without an end. Browsers close them at the end of the joined sheet. */
export function styleFault(text: string): SyntaxFault | undefined {
  const open: { readonly bracket: string; readonly at: number }[] = [];
  const fault = (at: number, reason: string): SyntaxFault => ({ line: text.slice(0, at).split('\n').length, reason });
  for (let at = 0; at < text.length; at++) {
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(text);
    if (skipped) {
      at += skipped[0].length - 1;
      continue;
    }
    const bracket = text[at]!;
    const unfinished = UNFINISHED[text.slice(at, at + 2)] ?? UNFINISHED[bracket];
    if (unfinished !== undefined) return fault(at, unfinished);
    if (bracket in CLOSING) open.push({ bracket, at });
    if ('})]'.includes(bracket)) {
      const last = open.pop();
      if (!last) return fault(at, `this ${bracket} has no opening bracket`);
      if (CLOSING[last.bracket] !== bracket) return fault(last.at, `this ${last.bracket} is never closed`);
    }
  }
  const last = open.at(-1);
  return last && fault(last.at, `this ${last.bracket} is never closed`);
}
