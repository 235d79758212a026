/** Opens the outside of a job: its host, its repository, its outputs. */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { UserError } from '../../diagnostics/errors.ts';
import { asAuthor } from '../../git/objects.ts';
import { gitIn } from '../../git/git.ts';
import type { Environment } from '../../project/index.ts';
import type { Ci } from '../ci.ts';
import type { CodeHost } from '../hosts/code-host.ts';
import { githubHost } from '../hosts/github.ts';
import { gitlabHost } from '../hosts/gitlab.ts';
import { runnerIn, type Runner } from './runner.ts';
import type { Work } from '../work.ts';

interface Outside extends Pick<Ci, 'folder' | 'now' | 'say'> {
  /** A second command of the same job adds to the outputs of the first. */
  readonly isSecond: boolean;
  readonly env: Environment;
  readonly work: Work;
}

export function openCi({ folder, env: given, work: plain, now, say, isSecond }: Outside): Ci {
  const author = authorIn(given);
  const env = { ...given, ...author };
  const runner = runnerIn(env, folder);
  return {
    folder,
    runner,
    host: hostIn(runner, say),
    git: gitIn(folder, env),
    work: plain.with(author),
    now,
    say,
    notify: (message) => notify(runner, message, say),
    output: outputsOf(runner, isSecond),
  };
}

/** The author of commits, such as `Festival bot <bot@orchard.example>`. */
function authorIn(env: Environment): Readonly<Record<string, string>> {
  const [, name, email] = /^(.*?) *<([^<>]*)>$/.exec(env['GITCAST_BOT'] ?? '') ?? [];
  return asAuthor({
    name: name || env['GITCAST_BOT'] || env['GIT_AUTHOR_NAME'] || 'gitcast',
    email: email || env['GIT_AUTHOR_EMAIL'] || 'gitcast@localhost',
  });
}

/** A job that runs the code of a pull request never gets a host. */
function hostIn(
  { host, isOfRequest, branch = '', finished: run, variable }: Runner,
  say: Ci['say'],
): CodeHost | undefined {
  if (isOfRequest || host === 'none') return undefined;
  const isGitHub = host === 'github';
  const needed = (name: string): string => {
    const value = variable(name);
    if (value !== undefined) return value;
    throw new UserError(`${name} is missing, and this job needs the API of ${isGitHub ? 'GitHub' : 'GitLab'}`, {
      suggestion: `set it: every job of a ${isGitHub ? 'workflow' : 'pipeline'} has it`,
    });
  };
  const token = isGitHub ? (variable('GH_TOKEN') ?? variable('GITHUB_TOKEN')) : variable('GITCAST_TOKEN');
  if (token === undefined) return undefined;
  if (!isGitHub) {
    const [api, projectId] = [needed('CI_API_V4_URL'), Number(needed('CI_PROJECT_ID'))];
    return gitlabHost({ api, projectId, token, branch, variable, say });
  }
  const [api, server] = [variable('GITHUB_API_URL'), variable('GITHUB_SERVER_URL')];
  return githubHost({ api, server, repository: needed('GITHUB_REPOSITORY'), token, run, variable, say });
}

/** In the form that Slack, Mattermost and Teams accept. */
async function notify({ variable }: Runner, message: string, say: Ci['say']): Promise<void> {
  const url = variable('GITCAST_NOTIFY_URL');
  if (url === undefined) return;
  const page = variable('GITCAST_JOB_URL') ?? pageOf(variable);
  const text = page === undefined ? message : `${message} ${page}`;
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      signal: AbortSignal.timeout(10_000),
    });
    await body.dump();
    if (statusCode >= 300) say(`The notification was answered with ${statusCode}.`);
  } catch {
    // The address is a secret, and an error may name it.
    say('The notification could not be sent.');
  }
}

/** The page of the job. */
function pageOf(variable: Runner['variable']): string | undefined {
  const [server, repository, run] = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID'].map(variable);
  return run === undefined ? variable('CI_JOB_URL') : `${server}/${repository}/actions/runs/${run}`;
}

function outputsOf({ out, variable }: Runner, isSecond: boolean): Ci['output'] {
  mkdirSync(out, { recursive: true });
  const file = join(out, 'outputs.env');
  // The files of jobs before this one may be here.
  if (!isSecond) rmSync(file, { force: true });
  return (name, value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // GitLab has no matrix that is known only when the pipeline runs.
    if (typeof value === 'string') appendFileSync(file, `GITCAST_${name.toUpperCase()}=${text}\n`);
    const github = variable('GITHUB_OUTPUT');
    if (github !== undefined) appendFileSync(github, `${name}=${text}\n`);
  };
}
