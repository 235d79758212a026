/** The repository around a folder, its commit and its default branch: the one that changes are merged into. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
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

/** Makes the folder if necessary. False without git, or if git fails. */
export function createRepository(
  { folder, branch }: { readonly folder: string; readonly branch: string },
  env: GitEnvironment,
): boolean {
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

/**
 * Asks if the clone is shallow, for the root of its work tree, for its commit and for what its tags name: one line each. The
 * history follows from the answer. Git runs in the folder, which may be in a submodule.
 */
export const askForCommit = (folder: string, env: GitEnvironment): Promise<Attempt> =>
  gitIn(folder, env).attempt(['rev-parse', '--is-shallow-repository', '--show-toplevel', 'HEAD', '--tags']);

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

/** Undefined without git. The answer is undefined if git fails or prints nothing. */
const attempting =
  (folder: string, env: GitEnvironment) =>
  (...words: readonly string[]) => {
    const attempt = attempted(gitAsCalled(folder, env), ...words);
    const answer = attempt?.ok ? attempt.text.trim() : '';
    return attempt && { answer: answer === '' ? undefined : answer, isOutside: attempt.isOutside };
  };
