/** The input from the runner of a CI host, read once: variables, and on GitHub the event that started the workflow. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../diagnostics/errors.ts';
import type { Environment, Shard } from '../../project/index.ts';

export type HostName = 'github' | 'gitlab' | 'none';

export interface Runner {
  readonly host: HostName;
  /** The job runs the code of a pull request, so nothing that can write may be in its environment. */
  readonly isOfRequest: boolean;
  /** The number of that pull request. */
  readonly request: number | undefined;
  /** The branch that it is merged into. */
  readonly base: string | undefined;
  /** The branch of a job that runs merged code. A host checks out a commit, not a branch. */
  readonly branch: string | undefined;
  /** The pull request that an event of GitHub is about, such as one that got a label. */
  readonly about: number | undefined;
  /** The finished run that an event of GitHub is about. */
  readonly finished: FinishedRun | undefined;
  /** The folder for the files of the job. */
  readonly out: string;
  /** The folder of the built website. */
  readonly site: string;
  /** The part of a workspace that this runner works on. */
  readonly part: Part | undefined;
  readonly env: Environment;
  /** A variable of the job; undefined if it is empty, as one that nobody has set is on GitHub. */
  readonly variable: (name: string) => string | undefined;
}

/** A part of a workspace: a share of all broadcasts, or the folder of one of them. */
export type Part = { readonly shard: Shard } | { readonly folder: string };

/** A run of the workflow for pull requests. */
export interface FinishedRun {
  readonly id: number;
  readonly event: string;
  readonly headSha: string;
  readonly headBranch: string;
  /** Undefined if the fork is gone. */
  readonly headRepository: string | undefined;
}

/** The parts of GitHub's events that jobs use. */
interface GithubEvent {
  readonly pull_request?: { readonly number?: number };
  readonly merge_group?: { readonly base_ref?: string };
  readonly workflow_run?: {
    readonly id?: number;
    readonly event?: string;
    readonly head_sha?: string;
    readonly head_branch?: string;
    readonly head_repository?: { readonly full_name?: string } | null;
  };
}

export function runnerIn(env: Environment, folder: string): Runner {
  const variable = (name: string): string | undefined => env[name] || undefined;
  const host = hostIn(env);
  const event = eventIn(variable);
  const temporary = host === 'github' ? variable('RUNNER_TEMP') : undefined;
  const below = (name: string, otherwise: string): string =>
    temporary === undefined ? otherwise : join(temporary, name);
  const request = numberIn(
    variable('GITCAST_PULL_REQUEST') ?? (isRequestEvent(variable) ? event.pull_request?.number : undefined),
  );
  return {
    host,
    isOfRequest: isRequestEvent(variable) || variable('CI_MERGE_REQUEST_IID') !== undefined,
    request: request ?? numberIn(variable('CI_MERGE_REQUEST_IID')),
    base:
      variable('GITCAST_BASE') ??
      variable('GITHUB_BASE_REF') ??
      variable('CI_MERGE_REQUEST_TARGET_BRANCH_NAME') ??
      event.merge_group?.base_ref?.replace(/^refs\/heads\//, ''),
    branch: variable('GITCAST_BRANCH') ?? variable('GITHUB_REF_NAME') ?? variable('CI_COMMIT_BRANCH'),
    about: event.pull_request?.number,
    finished: finishedIn(event),
    out: resolve(folder, variable('GITCAST_OUT') ?? below('gitcast', '.gitcast/ci')),
    site: resolve(folder, variable('GITCAST_SITE') ?? below('site', 'dist')),
    part: partIn(variable('GITCAST_SHARD')),
    env,
    variable,
  };
}

function hostIn(env: Environment): HostName {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  return env['GITLAB_CI'] === 'true' ? 'gitlab' : 'none';
}

type Variable = Runner['variable'];

/** `pull_request_target` and `workflow_run` run merged code. */
const isRequestEvent = (variable: Variable): boolean =>
  ['pull_request', 'merge_group'].includes(variable('GITHUB_EVENT_NAME') ?? '');

function eventIn(variable: Variable): GithubEvent {
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

function finishedIn({ workflow_run: run }: GithubEvent): FinishedRun | undefined {
  if (run?.id === undefined || run.head_sha === undefined) return undefined;
  return {
    id: run.id,
    event: run.event ?? '',
    headSha: run.head_sha,
    headBranch: run.head_branch ?? '',
    headRepository: run.head_repository?.full_name,
  };
}

const numberIn = (value: string | number | undefined): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
};

const SHARD = /^(\d+)\/(\d+)$/;

/** As `partIn` reads it: a folder such as `2026/06` must not look like a share. */
export const folderPart = (folder: string): string => (SHARD.test(folder) ? `./${folder}` : folder);

function partIn(text: string | undefined): Part | undefined {
  if (text === undefined) return undefined;
  const [, index, count] = SHARD.exec(text) ?? [];
  return index === undefined
    ? { folder: text.replace(/^\.\//, '') }
    : { shard: { index: Number(index), count: Number(count) } };
}
