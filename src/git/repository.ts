import { resolve } from 'node:path';
import { gitAsCalled, NoGit } from './git.ts';

export interface Repository {
  /** The top of the work tree. */
  readonly root: string;
  /** Where git looks for hooks. */
  readonly hooks: string;
}

/** The repository that a folder lies in; undefined outside of one, in a bare one, and without git. */
export function repositoryAround(folder: string): Repository | undefined {
  const root = said(folder, '--show-toplevel');
  if (root === undefined || root === '') return undefined;
  // A core.hooksPath without a leading slash counts from the top of the work tree, so git is asked there.
  return { root, hooks: resolve(root, said(root, '--git-path', 'hooks') ?? '.git/hooks') };
}

function said(folder: string, ...words: readonly string[]): string | undefined {
  try {
    const { ok, text } = gitAsCalled(folder).attemptNow(['rev-parse', ...words]);
    return ok ? text.replace(/\n$/, '') : undefined;
  } catch (error) {
    if (error instanceof NoGit) return undefined;
    throw error;
  }
}
