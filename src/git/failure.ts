/**
 * Explains why git failed, with the next step if there is one. Git reports "not a git repository" also for a folder
 * with an unusable `.git`, and then `git init` would be the wrong advice.
 */
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { reasonIn } from './reason.ts';

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
  const unusable = gitEntryAround(resolve(folder), ceilings(env));
  if (unusable === undefined) return { reason, isOutside: true };
  return {
    reason: `git cannot use ${unusable}: ${reason}`,
    suggestion: `if it belongs to a worktree whose repository was moved, run \`git worktree repair ${quoted(dirname(unusable))}\` there; otherwise clone the repository again`,
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

function gitEntryAround(folder: string, highest: ReadonlySet<string>): string | undefined {
  const entry = join(folder, '.git');
  if (existsSync(entry)) return entry;
  const above = dirname(folder);
  return above === folder || highest.has(above) ? undefined : gitEntryAround(above, highest);
}
