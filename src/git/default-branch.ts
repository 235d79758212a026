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
  const attempt = attempting(existing(folder), env);
  const remote = attempt(...REMOTE_HEAD);
  if (remote?.answer !== undefined) return withoutRemote(remote.answer);
  const configured = attempt('config', '--get', 'init.defaultBranch')?.answer;
  if (remote?.isOutside !== false) return configured ?? USUAL;
  const common = [...(configured === undefined ? [] : [configured]), USUAL, 'master'];
  const refs = common.map((name) => `refs/heads/${name}`);
  const present = attempt('for-each-ref', '--format=%(refname)', ...refs)?.answer?.split('\n') ?? [];
  const first = common.find((_, index) => present.includes(refs[index]!));
  return first ?? attempt('symbolic-ref', '--short', '-q', 'HEAD')?.answer ?? configured ?? USUAL;
}

/** The default branch if it is beyond doubt: that of the remote or, without a remote, the only branch that there is. */
export function certainDefaultBranch(folder: string, env: GitEnvironment): string | undefined {
  const attempt = attempting(existing(folder), env);
  const remote = attempt(...REMOTE_HEAD)?.answer;
  if (remote !== undefined) return withoutRemote(remote);
  // A clone may have only the branch that somebody works on.
  if (attempt('remote')?.answer !== undefined) return undefined;
  const branches = attempt('for-each-ref', '--format=%(refname)', 'refs/heads')?.answer?.split('\n') ?? [];
  return branches.length === 1 ? branches[0]!.replace(/^refs\/heads\//, '') : undefined;
}

const REMOTE_HEAD = ['symbolic-ref', '--short', '-q', 'refs/remotes/origin/HEAD'];

const withoutRemote = (branch: string): string => branch.replace(/^origin\//, '');

/** The names that the first branch of a new repository may get. */
export function firstBranches(folder: string, env: GitEnvironment): readonly string[] {
  const configured = attempting(existing(folder), env)('config', '--get', 'init.defaultBranch')?.answer;
  return [...new Set([configured ?? USUAL, USUAL])];
}

/** The nearest existing folder: a folder that is not there yet will be created inside it. */
export const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)));

interface Answer {
  /** Undefined if git fails or prints nothing. */
  readonly answer: string | undefined;
  /** Not inside a repository. */
  readonly isOutside: boolean;
}

/** Undefined without git. */
const attempting =
  (folder: string, env: GitEnvironment) =>
  (...words: readonly string[]): Answer | undefined => {
    try {
      const { ok, text, isOutside } = gitAsCalled(folder, env).attemptNow(words);
      return { answer: ok && text.trim() !== '' ? text.trim() : undefined, isOutside };
    } catch (error) {
      if (error instanceof NoGit) return undefined;
      throw error;
    }
  };
