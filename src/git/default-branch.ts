/** The branch that people merge into. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { gitAsCalled, NoGit } from './git.ts';

/** What it is called where nobody says otherwise. */
const USUAL = 'main';

/**
 * Of the repository that a folder lies in, or will lie in. The remote knows best. Without one it is the branch that we are
 * on, unless that goes off from one with a name that first branches have. Without a repository it is what a new one gets.
 */
export function defaultBranch(folder: string): string {
  const ask = asking(existing(folder));
  const remote = ask('symbolic-ref', '--short', '-q', 'refs/remotes/origin/HEAD')?.replace(/^origin\//, '');
  if (remote !== undefined) return remote;
  const configured = ask('config', '--get', 'init.defaultBranch');
  const isThere = (name: string): boolean => ask('rev-parse', '--verify', '-q', `refs/heads/${name}`) !== undefined;
  const current = ask('symbolic-ref', '--short', '-q', 'HEAD');
  const first = [...(configured === undefined ? [] : [configured]), USUAL, 'master'].find(isThere);
  return first ?? current ?? configured ?? USUAL;
}

/** The names that a branch without a repository may have been given. */
export function firstBranches(folder: string): readonly string[] {
  return [...new Set([asking(existing(folder))('config', '--get', 'init.defaultBranch') ?? USUAL, USUAL])];
}

/** A folder that is yet to be made will lie in the one that is there. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

const asking =
  (folder: string) =>
  (...words: readonly string[]): string | undefined => {
    try {
      const { ok, text } = gitAsCalled(folder).attemptNow(words);
      return ok && text.trim() !== '' ? text.trim() : undefined;
    } catch (error) {
      if (error instanceof NoGit) return undefined;
      throw error;
    }
  };
