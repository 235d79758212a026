/** The user who starts a run, and the page where it can be watched, from the environment. */
import type { Config } from '../config/config.ts';
import type { LockOwner } from '../state/file/lock-file.ts';
import { thisProcess } from '../state/file/lock.ts';

export function thisRun(config: Config, command: string): LockOwner {
  const url = runUrl(config);
  const user = config.environment('USER');
  return thisProcess({ command, ...(url !== undefined && { url }), ...(user !== undefined && { user }) });
}

/** The page of the run in GitHub's or GitLab's CI. */
function runUrl({ variable }: Config): string | undefined {
  const [server, repository, run] = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID'].map(variable);
  return server && repository && run ? `${server}/${repository}/actions/runs/${run}` : variable('CI_JOB_URL');
}

/** The person whose push or click started CI. */
export const actorOf = ({ variable }: Config): string | undefined =>
  variable('GITHUB_ACTOR') ?? variable('GITLAB_USER_LOGIN');
