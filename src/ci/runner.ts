/** The input from the runner of a CI host, read once: variables, and on GitHub the event that started the workflow. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { request } from 'undici';
import { UserError } from '../diagnostics/errors.ts';
import { gitIn } from '../git/git.ts';
import { asAuthor } from '../git/objects.ts';
import type { Environment } from '../project/index.ts';
import type { Ci } from './ci.ts';
import type { CodeHost } from './hosts/code-host.ts';
import { githubHost } from './hosts/github.ts';
import { gitlabHost } from './hosts/gitlab.ts';
import type { Work } from './work.ts';

export interface Runner {
  readonly host: 'github' | 'gitlab' | 'none';
  /** The job runs the code of a pull request, so nothing that can write may be in its environment. */
  readonly isOfRequest: boolean;
  /** A schedule started it, so nobody merged anything. */
  readonly isScheduled: boolean;
  /** The branch that the pull request is merged into. */
  readonly base: string | undefined;
  /** The branch of a job that runs merged code. A host checks out a commit, not a branch. */
  readonly branch: string | undefined;
  /** The finished run of the workflow for pull requests that an event of GitHub is about. */
  readonly finished: FinishedRun | undefined;
  /** The page of this job. */
  readonly page: string | undefined;
  /** The file with the plans of a pull request. */
  readonly planFile: string;
  /** The folder of the built website; in a workspace with a folder for each broadcast. */
  readonly site: string;
  readonly env: Environment;
  /** A variable of the job; undefined if it is empty, as one that nobody has set is on GitHub. */
  readonly variable: (name: string) => string | undefined;
}

export interface FinishedRun {
  readonly id: number;
  readonly event: string;
  readonly headSha: string;
}

/** The parts of GitHub's events that jobs use. */
interface GithubEvent {
  readonly merge_group?: { readonly base_ref?: string };
  readonly workflow_run?: { readonly id?: number; readonly event?: string; readonly head_sha?: string };
}

interface Outside extends Pick<Ci, 'folder' | 'now' | 'say'> {
  readonly env: Environment;
  readonly work: Work;
}

export function openCi({ folder, env: given, work, now, say }: Outside): Ci {
  const author = authorIn(given);
  const env = { ...given, ...author };
  const runner = runnerIn(env, folder);
  return {
    folder,
    runner,
    host: hostOf(runner),
    git: gitIn(folder, env),
    work: work.with(author),
    now,
    say,
    notify: (message) => notify(runner, message, say),
    output: (name, value) => {
      const file = runner.variable('GITHUB_OUTPUT');
      if (file !== undefined) appendFileSync(file, `${name}=${value}\n`);
    },
  };
}

export function runnerIn(env: Environment, folder: string): Runner {
  const variable = (name: string): string | undefined => env[name] || undefined;
  const host = env['GITHUB_ACTIONS'] === 'true' ? 'github' : env['GITLAB_CI'] === 'true' ? 'gitlab' : 'none';
  const event = eventIn(variable);
  const started = variable('GITHUB_EVENT_NAME') ?? variable('CI_PIPELINE_SOURCE') ?? '';
  const temporary = host === 'github' ? variable('RUNNER_TEMP') : undefined;
  const below = (name: string, otherwise: string): string =>
    temporary === undefined ? otherwise : join(temporary, name);
  const out = resolve(folder, variable('GITCAST_OUT') ?? below('gitcast', '.gitcast/ci'));
  mkdirSync(out, { recursive: true });
  const run = event.workflow_run;
  return {
    host,
    // `workflow_run` runs merged code.
    isOfRequest: ['pull_request', 'merge_group', 'merge_request_event'].includes(started),
    isScheduled: started === 'schedule',
    base:
      variable('GITHUB_BASE_REF') ??
      variable('CI_MERGE_REQUEST_TARGET_BRANCH_NAME') ??
      event.merge_group?.base_ref?.replace(/^refs\/heads\//, ''),
    branch: variable('GITCAST_BRANCH') ?? variable('GITHUB_REF_NAME') ?? variable('CI_COMMIT_BRANCH'),
    finished:
      run?.id === undefined || run.head_sha === undefined
        ? undefined
        : { id: run.id, event: run.event ?? '', headSha: run.head_sha },
    page: pageOf(variable, variable('GITHUB_RUN_ID')),
    planFile: join(out, 'plan.json'),
    site: resolve(folder, variable('GITCAST_SITE') ?? below('site', 'dist')),
    env,
    variable,
  };
}

/** The page of a run on GitHub, or of the present job on GitLab. */
export function pageOf(variable: Runner['variable'], run: number | string | undefined): string | undefined {
  const [server, repository] = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY'].map(variable);
  return run === undefined ? variable('CI_JOB_URL') : `${server}/${repository}/actions/runs/${run}`;
}

function eventIn(variable: Runner['variable']): GithubEvent {
  const file = variable('GITHUB_EVENT_PATH');
  if (file === undefined) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as GithubEvent;
  } catch {
    throw new UserError(`the event of this job cannot be read: GITHUB_EVENT_PATH is ${file}`, {
      suggestion: 'start the job in a workflow of GitHub Actions, or without GITHUB_ACTIONS',
    });
  }
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
function hostOf({ host, isOfRequest, variable }: Runner): CodeHost | undefined {
  const token = host === 'github' ? (variable('GH_TOKEN') ?? variable('GITHUB_TOKEN')) : variable('GITCAST_TOKEN');
  if (isOfRequest || host === 'none' || token === undefined) return undefined;
  const needed = (name: string): string => {
    const value = variable(name);
    if (value !== undefined) return value;
    throw new UserError(`${name} is missing, and this job needs the API of its host`, {
      suggestion: 'set it: every job of a workflow on GitHub, or of a pipeline on GitLab, has it',
    });
  };
  if (host === 'github')
    return githubHost({ api: variable('GITHUB_API_URL'), repository: needed('GITHUB_REPOSITORY'), token, variable });
  const [api, page, projectId] = [needed('CI_API_V4_URL'), needed('CI_PROJECT_URL'), Number(needed('CI_PROJECT_ID'))];
  return gitlabHost({ api, page, projectId, token, variable });
}

/** In the form that Slack, Mattermost and Teams accept. */
async function notify({ variable, page }: Runner, message: string, say: Ci['say']): Promise<void> {
  const url = variable('GITCAST_NOTIFY_URL');
  if (url === undefined) return;
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: page === undefined ? message : `${message} ${page}` }),
      signal: AbortSignal.timeout(10_000),
    });
    await body.dump();
    if (statusCode >= 300) say(`The notification was answered with ${statusCode}.`);
  } catch {
    // The address is a secret, and an error may name it.
    say('The notification could not be sent.');
  }
}
