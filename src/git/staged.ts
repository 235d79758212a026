/**
 * The files of the next commit: those of git's index, never those of the work tree, which may have changed since they were
 * staged. A hook runs with variables that name its index and repository relative to its working directory, so git runs there too
 * and never in a different folder.
 */
import { resolve } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { rawChanges } from './raw-changes.ts';
import { gitAsCalled, listed, type Git, type GitEnvironment } from './git.ts';
import { readObjects } from './objects.ts';

export interface StagedFile {
  readonly blob: string;
  readonly isLink: boolean;
}

/** By their path from the root of the repository. */
export type StagedFiles = ReadonlyMap<string, StagedFile>;

export interface Staged {
  /** The root of the repository. */
  readonly root: string;
  readonly files: StagedFiles;
  /** The files of the last commit; none before the first one. */
  readonly before: StagedFiles;
  /** The paths that the next commit adds, changes or deletes. */
  readonly changed: ReadonlySet<string>;
  /** The content of some files, by blob. */
  readonly read: (files: readonly StagedFile[]) => Promise<ReadonlyMap<string, Uint8Array>>;
}

export async function readStaged(cwd: string, env: GitEnvironment): Promise<Staged> {
  const git = gitAsCalled(cwd, env);
  const [up, index, changes] = await Promise.all([
    ask(git, ['rev-parse', '--show-cdup']),
    ask(git, ['ls-files', '--stage', '--full-name', '-z', ':/']),
    ask(git, STAGED_CHANGES),
  ]);
  const files = new Map(listed(index).flatMap(parseEntry));
  const changed = rawChanges(changes);
  const before = new Map(files);
  for (const { path, modes, ids } of changed) {
    if (FILE.test(modes[0]!)) before.set(path, { blob: ids[0]!, isLink: modes[0] === LINK });
    else before.delete(path);
  }
  return {
    root: resolve(cwd, up.trim()),
    files,
    before,
    changed: new Set(changed.map(({ path }) => path)),
    read: (some) => readObjects(git, [...new Set(some.map(({ blob }) => blob))]),
  };
}

const STAGED_CHANGES =
  '-c diff.relative=false diff --cached --raw --no-abbrev --no-renames --no-ext-diff --ignore-submodules -z'.split(' ');

/** A file in conflict has several entries, and the index cannot be committed. A submodule is no file. */
function parseEntry(entry: string): readonly (readonly [string, StagedFile])[] {
  const [, mode, blob, path] = /^(\d+) ([0-9a-f]+) 0\t(.*)$/s.exec(entry) ?? [];
  return path !== undefined && FILE.test(mode!) ? [[path, { blob: blob!, isLink: mode === LINK }]] : [];
}

const FILE = /^1[02]0/;
const LINK = '120000';

async function ask(git: Git, words: readonly string[]): Promise<string> {
  const { ok, text, reason, suggestion } = await git.attempt(words);
  if (ok) return text;
  throw new UserError(`cannot read the staged files from git: ${reason}`, {
    suggestion: suggestion ?? 'run gitcast validate without --staged to check the files in the work tree',
  });
}
