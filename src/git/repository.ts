import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { existing } from './default-branch.ts';
import { gitAsCalled, gitIn, NoGit, type Attempt, type Git, type GitEnvironment } from './git.ts';

export interface Repository {
  /** The root of the work tree. */
  readonly root: string;
  /** The folder where git looks for hooks. */
  readonly hooks: string;
}

/**
 * The repository around a folder; undefined outside a repository, in a bare one, and without git. Throws if git cannot
 * use the repository.
 */
export function repositoryAround(folder: string, env: GitEnvironment): Repository | undefined {
  const root = said(gitAsCalled(folder, env), '--show-toplevel');
  if (root === undefined || root === '') return undefined;
  // A relative core.hooksPath starts at the root of the work tree, so git runs there.
  return { root, hooks: resolve(root, said(gitAsCalled(root, env), '--git-path', 'hooks') ?? '.git/hooks') };
}

/** Also true in a repository that git refuses to use. */
export function isInRepository(folder: string, env: GitEnvironment): boolean {
  return attempted(gitIn(existing(folder), env), 'rev-parse', '--git-dir')?.isOutside === false;
}

export interface NewRepository {
  /** The folder that it is for, which is created if necessary. */
  readonly folder: string;
  /** Its first branch. */
  readonly branch: string;
}

/** False without git, or if git fails. */
export function createRepository({ folder, branch }: NewRepository, env: GitEnvironment): boolean {
  mkdirSync(folder, { recursive: true });
  return attempted(gitIn(folder, env), 'init', '--quiet', `--initial-branch=${branch}`)?.ok === true;
}

function said(git: Git, ...words: readonly string[]): string | undefined {
  const attempt = attempted(git, 'rev-parse', ...words);
  if (attempt?.suggestion !== undefined) throw new UserError(attempt.reason, { suggestion: attempt.suggestion });
  return attempt?.ok ? attempt.text.replace(/\n$/, '') : undefined;
}

/** Undefined without git. */
function attempted(git: Git, ...words: readonly string[]): Attempt | undefined {
  try {
    return git.attemptNow(words);
  } catch (error) {
    if (error instanceof NoGit) return undefined;
    throw error;
  }
}
