/** The files of CI in a repository that some version of gitcast wrote. */
import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isOptional, UPLOAD_TOOL, uploadTool } from './ci-files.ts';
import { CI_HOSTS, type CiHost } from './ci-subject.ts';
import type { Present } from './earlier-choices.ts';
import { formerTemplates, FORMER_SCRIPT, withoutSettings } from './former-ci-files.ts';
import { templateFiles } from '../template-files.ts';
import { markIn, withLineFeeds, withoutPins } from './written-mark.ts';
import type { FileTexts } from '../../machine/write-files.ts';

export interface FoundCiFile {
  readonly path: string;
  /** Undefined for the versions that wrote no mark. */
  readonly version: string | undefined;
  /** Known to be edited. */
  readonly isEdited: boolean;
  /** Undefined for a file that several hosts have. */
  readonly host: CiHost | undefined;
}

export function findCiFiles(present: Present): readonly FoundCiFile[] {
  const templates = ['common', ...CI_HOSTS.filter((host) => host !== 'none')].flatMap((folder) =>
    Object.keys(templateFiles(`ci/${folder}`)),
  );
  const paths = [...new Set([...templates, ...formerTemplates().keys()])].sort();
  return paths.filter((path) => !path.endsWith('.json') && !isOptional(path)).flatMap((path) => found(path, present));
}

function found(path: string, present: Present): readonly FoundCiFile[] {
  const text = present(path);
  if (text === undefined) return [];
  const mark = markIn(text);
  if (mark) {
    const host = CI_HOSTS.find((each) => mark.command.split(' ').includes(each));
    return [{ path, version: mark.version, isEdited: mark.isEdited, host }];
  }
  return isFormer(path, text) ? [{ path, version: undefined, isEdited: false, host: formerHost(path) }] : [];
}

const formerHost = (path: string): CiHost | undefined =>
  (['github', 'gitlab'] as const).find((host) => path.includes(host));

/**
 * The files of CI that start a script in ci/. Those that gitcast does not replace (a copy, a workflow with many edits, the files
 * of another host) would fail without it.
 */
export interface ScriptStarter {
  /** The file of CI. */
  readonly file: string;
  /** The script that it starts. */
  readonly script: string;
}

const PIPELINES = [
  '.github/workflows/*.{yml,yaml}',
  '.github/actions/**/action.{yml,yaml}',
  '.gitlab-ci.yml',
  'ci/*.{yml,yaml}',
];

/** The paths of all files in which the hosts look for jobs. */
export const pipelinesIn = (root: string): readonly string[] =>
  globSync(PIPELINES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();

export const findScriptStarters = (pipelines: readonly string[], present: Present): readonly ScriptStarter[] =>
  pipelines.flatMap((file) => scriptsIn(present(file) ?? '').map((script) => ({ file, script })));

/** `ci/gitcast.sh`, `./ci/gitcast.sh` or `$PWD/ci/gitcast.sh`, but not the script of another folder, `a/ci/gitcast.sh`. */
const SCRIPT = /(?:(?<![\w/.-])|\.\/|\}\/|\$\S*\/)(ci\/(?:gitcast\.sh|github\.sh|gitlab\.mjs))(?![\w.-])/g;

function scriptsIn(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  return [...new Set(lines.flatMap((line) => [...line.matchAll(SCRIPT)].map(([, script = '']) => script)))];
}

/** Compares a file of CI in the repository with what gitcast wrote there. */
type Comparison =
  /** It is as gitcast wrote it. The version is undefined for the files that had no mark. */
  | { readonly type: 'unchanged'; readonly version: string | undefined }
  | {
      readonly type: 'edited';
      readonly version: string | undefined;
      /** The text as gitcast wrote it, if that is known. */
      readonly written: string | undefined;
    }
  /** Gitcast did not write it. */
  | { readonly type: 'foreign' };

/** `former` has every form in which the files without a mark may have been written for this repository. */
export function compareCiFile(path: string, text: string, former: () => readonly FileTexts[]): Comparison {
  const mark = markIn(text);
  if (mark) {
    const { version, isEdited } = mark;
    return isEdited ? { type: 'edited', version, written: undefined } : { type: 'unchanged', version };
  }
  if (!isFormer(path, text)) return { type: 'foreign' };
  const forms = [...new Set(former().flatMap(({ [path]: form }) => (form === undefined ? [] : [String(form)])))];
  const isWritten = forms.some((form) => comparable(path, form) === comparable(path, text));
  if (isWritten) return { type: 'unchanged', version: undefined };
  return { type: 'edited', version: undefined, written: closest(forms, withLineFeeds(text)) };
}

/** A file without a mark is one of gitcast's if it still has half of the lines of a template. */
function isFormer(path: string, text: string): boolean {
  const present = linesIn(text);
  return (formerTemplates().get(path) ?? []).some((template) => {
    const lines = linesIn(template);
    return missingIn(present, lines) * 2 <= lines.size;
  });
}

/** Pins are updated by tools, and the settings of the script were meant to be edited. */
function comparable(path: string, text: string): string {
  const unpinned = withoutPins(withLineFeeds(text));
  if (path === UPLOAD_TOOL) return uploadTool(text) ?? unpinned;
  return path === FORMER_SCRIPT ? withoutSettings(unpinned) : unpinned;
}

function closest(forms: readonly string[], text: string): string | undefined {
  const present = linesIn(text);
  const distance = (form: string): number => missingIn(present, linesIn(form)) + missingIn(linesIn(form), present);
  return forms.toSorted((a, b) => distance(a) - distance(b))[0];
}

const linesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );

const missingIn = (lines: ReadonlySet<string>, wanted: ReadonlySet<string>): number =>
  [...wanted].filter((line) => !lines.has(line)).length;
