/**
 * The files of CI that start a script in ci/. Those that gitcast does not replace (a copy, a workflow with many edits, the files
 * of another host) would fail without it.
 */
import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Present } from './earlier-choices.ts';

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
