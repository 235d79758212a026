/** The input from the runner of a CI host, read once: variables, and on GitHub the event that started the workflow. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import type { Environment } from '../project/index.ts';

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
