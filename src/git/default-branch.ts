/** The branch that changes are merged into. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { gitAsCalled, NoGit, type GitEnvironment } from './git.ts';

/** The name if nothing else is configured. */
const USUAL = 'main';

/**
 * The default branch of the repository that contains, or will contain, a folder. The remote decides. Without a remote
 * it is the current branch, unless that one was created from a branch with a common default name. Without a repository
 * it is the name that a new one gets.
 */
export function defaultBranch(folder: string, env: GitEnvironment): string {
  const ask = asking(existing(folder), env);
  const remote = ask('symbolic-ref', '--short', '-q', 'refs/remotes/origin/HEAD')?.replace(/^origin\//, '');
  if (remote !== undefined) return remote;
  const configured = ask('config', '--get', 'init.defaultBranch');
  const isThere = (name: string): boolean => ask('rev-parse', '--verify', '-q', `refs/heads/${name}`) !== undefined;
  const current = ask('symbolic-ref', '--short', '-q', 'HEAD');
  const first = [...(configured === undefined ? [] : [configured]), USUAL, 'master'].find(isThere);
  return first ?? current ?? configured ?? USUAL;
}

/** The names that the first branch of a new repository may get. */
export function firstBranches(folder: string, env: GitEnvironment): readonly string[] {
  return [...new Set([asking(existing(folder), env)('config', '--get', 'init.defaultBranch') ?? USUAL, USUAL])];
}

/** The nearest existing folder: a folder that is not there yet will be created inside it. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

const asking =
  (folder: string, env: GitEnvironment) =>
  (...words: readonly string[]): string | undefined => {
    try {
      const { ok, text } = gitAsCalled(folder, env).attemptNow(words);
      return ok && text.trim() !== '' ? text.trim() : undefined;
    } catch (error) {
      if (error instanceof NoGit) return undefined;
      throw error;
    }
  };
