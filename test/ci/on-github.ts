/** A festival on GitHub: its jobs run as the workflows start them, against the stand-in of its API. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/cli/context.ts';
import { Festival, eventFile, runJob, type FestivalOptions, type RanJob, type Runner } from './festival.ts';
import { GitHubStandIn, type Permissions } from './github-stand-in.ts';
import { git } from './run.ts';

/** The files that the job of a pull request leaves, by name. */
export type Artifact = Readonly<Record<string, string>>;

interface Started {
  readonly branch?: string;
  readonly env?: Environment;
  readonly permissions?: Permissions;
  /** On a runner that has the files of an earlier job, as artifacts bring them. */
  readonly runner?: Runner;
  readonly event?: object;
  readonly now?: Date;
}

export class OnGitHub {
  readonly festival: Festival;
  readonly github: GitHubStandIn;

  private constructor(festival: Festival, github: GitHubStandIn) {
    this.festival = festival;
    this.github = github;
  }

  /** With a deployed main, so that the state exists, unless a test deploys it itself. */
  static async open({
    deployed = true,
    ...options
  }: FestivalOptions & { readonly deployed?: boolean } = {}): Promise<OnGitHub> {
    const on = await OnGitHub.with(await Festival.open(options));
    if (deployed) expectDone(await on.sync('off'));
    return on;
  }

  static async with(festival: Festival): Promise<OnGitHub> {
    return new OnGitHub(festival, await GitHubStandIn.start());
  }

  /** A job of the default branch. */
  async job(
    name: string,
    { branch = 'main', env = {}, permissions, runner, event = {}, now }: Started = {},
  ): Promise<RanJob> {
    const on = runner ?? this.festival.checkout(branch);
    const variables = {
      ...this.#actions(on, event),
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REF_NAME: 'main',
      GH_TOKEN: this.github.token(permissions),
      ...env,
    };
    return runJob(on, name, variables, now);
  }

  #actions(runner: Runner, event: object): Environment {
    return {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: this.github.api,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: this.github.repository,
      GITHUB_EVENT_PATH: eventFile(runner, event),
      RUNNER_TEMP: runner.temp,
    };
  }

  get readingKeys(): Environment {
    return this.festival.keys;
  }

  /** The job of a pull request, which runs its code and has no token. */
  async plan(
    branch: string,
    number: number,
    env: Environment = this.readingKeys,
  ): Promise<RanJob & { readonly files: Artifact }> {
    return this.ofRequest('pull-request', { branch, number, env });
  }

  /** A job of a pull request. */
  async ofRequest(
    name: string,
    { branch, number, env }: { branch: string; number: number; env: Environment },
  ): Promise<RanJob & { readonly files: Artifact }> {
    const runner = this.festival.checkout(branch);
    const ran = await runJob(runner, name, {
      ...this.#actions(runner, { pull_request: { number } }),
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_BASE_REF: 'main',
      ...env,
    });
    return { ...ran, files: filesIn(join(runner.temp, 'gitcast')) };
  }

  /** The trusted job, with the files of the pull request's job. */
  async comment(
    number: number,
    branch: string,
    files: Artifact | undefined,
    { from, env = {} }: { from?: string; env?: Environment } = {},
  ) {
    const sha = this.#head(branch);
    const pull = this.github.pulls.find((each) => each.number === number);
    if (pull) pull.sha = sha;
    else this.github.pull({ number, sha, branch, ...(from !== undefined && { from }) });
    // A run has the artifact of its last attempt, or none.
    this.github.artifacts.length = 0;
    if (files) this.github.upload(9, files);
    const started = this.finished(branch, from);
    return this.job('comment', { ...started, env: { ...started.env, ...env } });
  }

  /** A job that the end of a pull request's run starts. */
  finished(branch: string, from?: string): Started & Required<Pick<Started, 'env'>> {
    return {
      env: { GITHUB_EVENT_NAME: 'workflow_run' },
      event: ranOf({ sha: this.#head(branch), branch, from }),
    };
  }

  /**
   * The queue tries the merge of a pull request on a branch of its own, and plans it without a number. `comment` is the
   * trusted job after that run.
   */
  async queue(number: number, branch: string) {
    const { author } = this.festival;
    const queued = `gh-readonly-queue/main/pr-${number}-${this.#head('main')}`;
    git(author, 'fetch', '--quiet');
    git(author, 'checkout', '--quiet', '-b', queued, 'origin/main');
    git(author, 'merge', '--quiet', '--squash', `origin/${branch}`);
    const sha = this.festival.push(`Merge pull request #${number}`);
    const runner = this.festival.checkout(queued);
    const planned = await runJob(runner, 'pull-request', {
      ...this.#actions(runner, { merge_group: { base_ref: 'refs/heads/main', head_sha: sha } }),
      GITHUB_EVENT_NAME: 'merge_group',
      GITHUB_BASE_REF: '',
      ...this.readingKeys,
    });
    const comment = () =>
      this.job('comment', {
        env: { GITHUB_EVENT_NAME: 'workflow_run' },
        event: ranOf({ sha, branch: queued, event: 'merge_group' }),
      });
    return { sha, planned: { ...planned, files: filesIn(join(runner.temp, 'gitcast')) }, comment };
  }

  #head = (branch: string): string => git(this.festival.origin, 'rev-parse', branch).trim();

  /** A pull request as it usually runs: planned, commented, recorded. */
  async review(number: number, branch: string, edit: (folder: string) => void): Promise<string> {
    const head = this.festival.edit(branch, edit);
    expectDone(await this.comment(number, branch, (await this.plan(branch, number)).files));
    return head;
  }

  merge(number: number, branch: string): string {
    const commit = this.festival.merge(branch);
    this.github.pulls.find((each) => each.number === number)!.merged = commit;
    return commit;
  }

  /** Somebody adds or removes a label. */
  async label(number: number, name: string, { by = 'ada', at = new Date(), action = 'labeled' } = {}): Promise<RanJob> {
    if (action === 'labeled') this.github.label(number, name, by, at);
    else this.github.labels[number] = (this.github.labels[number] ?? []).filter((each) => each !== name);
    return this.job('allow', {
      env: { GITHUB_EVENT_NAME: 'pull_request_target' },
      event: { action, pull_request: { number }, label: { name } },
    });
  }

  check = (env: Environment = {}): Promise<RanJob> => this.job('check', { env: { ...this.readingKeys, ...env } });

  sync(reviewed: string, env: Environment = {}): Promise<RanJob> {
    const { key } = this.festival.credentials;
    return this.job('sync', { env: { GITCAST_KEY: key, GITCAST_REVIEWED: reviewed, GH_TOKEN: '', ...env } });
  }

  /** The job that pulls the edits of the web editor. */
  nightly = (env: Environment = {}): Promise<RanJob> =>
    this.job('nightly', { env: { GITHUB_EVENT_NAME: 'schedule', ...this.readingKeys, ...env } });

  /** Builds main, and publishes it on the same runner, which has the files that artifacts bring. */
  async publish(job: 'publish' | 'record' = 'publish', started: Pick<Started, 'now'> = {}): Promise<RanJob> {
    const runner = this.festival.checkout('main');
    expectDone(await this.job('build', { runner, ...started }));
    return expectDone(await this.job(job, { runner, ...started }));
  }

  /** The jobs `check` and `sync` of a merge; the second one only if the first one decides so. */
  async deploy(): Promise<{ readonly checked: RanJob; readonly synced: RanJob | undefined }> {
    const checked = expectDone(await this.check());
    const { sync, reviewed = '' } = checked.outputs;
    return { checked, synced: sync === '[]' ? undefined : await this.sync(reviewed) };
  }

  /** The job that waits for the approval of its environment; with the artifact of the job that made the plan. */
  approved({ outputs }: RanJob, runner?: Runner): Promise<RanJob> {
    const [waiting] = JSON.parse(outputs['waiting']!) as { environment: string; digest: string; job: string }[];
    return this.job(waiting!.job, {
      ...(runner && { runner }),
      env: {
        ...this.festival.keys,
        GITCAST_DIGEST: waiting!.digest,
        GITCAST_ENVIRONMENT: waiting!.environment,
        GITCAST_REVIEWED: outputs['reviewed'] ?? '',
      },
    });
  }
}

export function expectDone<T extends RanJob>(ran: T): T {
  if (ran.exitCode !== 0) throw new Error(`ended with ${ran.exitCode}:\n${ran.stdout}${ran.stderr}`);
  return ran;
}

/** The event of a finished run of the workflow for pull requests. */
export const ranOf = ({
  sha,
  branch,
  from = 'orchard/festival',
  event = 'pull_request',
}: {
  sha: string;
  branch: string;
  from?: string | undefined;
  event?: string;
}): object => ({
  workflow_run: {
    id: 9,
    event,
    head_sha: sha,
    head_branch: branch,
    head_repository: { full_name: from },
  },
});

export const filesIn = (folder: string): Artifact =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
