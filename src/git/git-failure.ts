/**
 * Explains why git failed, with the next step if there is one. Git reports "not a git repository" also for a folder
 * with an unusable `.git`, and then `git init` would be the wrong advice.
 */
import { delimiter, join, resolve } from 'node:path';
import { topAbove } from '../machine/git-folder.ts';

export interface Failure {
  /** Without passwords. */
  readonly reason: string;
  readonly suggestion?: string;
  /** The folder is not in a repository, or does not exist. */
  readonly isOutside: boolean;
}

export function failureIn(complaint: string, folder: string, env: NodeJS.ProcessEnv): Failure {
  const reason = reasonIn(complaint);
  if (/cannot change to .*: No such file or directory/i.test(complaint)) return { reason, isOutside: true };
  const distrusted = distrustedIn(complaint);
  if (distrusted !== undefined) {
    const suggestion = `if you trust its files, run \`git config --global --add safe.directory ${quoted(distrusted)}\``;
    return { reason, suggestion, isOutside: false };
  }
  if (!/not a git repository/i.test(complaint)) return { reason, isOutside: false };
  const root = topAbove(resolve(folder), ceilings(env));
  if (root === undefined) return { reason, isOutside: true };
  return {
    reason: `git cannot use ${join(root, '.git')}: ${reason}`,
    suggestion: `if it belongs to a worktree whose repository was moved, run \`git worktree repair ${quoted(root)}\` there; otherwise clone the repository again`,
    isOutside: false,
  };
}

/**
 * A repository owned by another user. Its settings could start programs, so git uses it only if it is marked as safe.
 */
const distrustedIn = (complaint: string): string | undefined =>
  /detected dubious ownership in repository at '(.+)'/.exec(complaint)?.[1] ??
  /unsafe repository \('(.+)' is owned by someone else\)/.exec(complaint)?.[1];

const quoted = (path: string): string => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

const ceilings = (env: NodeJS.ProcessEnv): ReadonlySet<string> =>
  new Set((env['GIT_CEILING_DIRECTORIES'] ?? '').split(delimiter).filter((path) => path !== ''));

/** The lines of a git error that give the reason. A remote's URL may contain a password, and git prints it. */
export function reasonIn(complaint: string): string {
  const lines = complaint.split('\n').map((line) => line.trim());
  const reasons = lines.filter((line) => /^(fatal|error|remote|ssh|!):?\s/i.test(line) && !/^remote:\s*$/.test(line));
  const said = (reasons.length > 0 ? reasons : lines.filter((line) => line !== '')).slice(0, 4);
  const bare = said.map((line) => line.replace(/^(?:fatal|error): /, ''));
  return withoutPasswords(bare.join('; ')) || 'git gives no reason';
}

const withoutPasswords = (text: string): string => text.replaceAll(/(:\/\/)[^/\s]+@/g, '$1…@');
