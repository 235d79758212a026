/** A festival on GitHub: its jobs run as the workflows start them, against the stand-in of its API. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/cli/context.ts';
import { Festival, eventFile, runJob, type FestivalOptions, type RanJob, type Runner } from './festival.ts';
import { read, write } from './folders.ts';
import { GitHubStandIn, type Permissions } from './github-stand-in.ts';
import { git } from './run.ts';

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

  /** With a synced main, so that the state exists. */
  static async open(options: FestivalOptions = {}): Promise<OnGitHub> {
    const on = await OnGitHub.with(await Festival.open(options));
    expectDone(await on.approved(digestIn(await on.sync())));
    return on;
  }

  static async with(festival: Festival): Promise<OnGitHub> {
    const on = new OnGitHub(festival, await GitHubStandIn.start());
    on.github.environments['production-approval'] = ['required_reviewers'];
    return on;
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

  /** The job of a pull request, which runs its code and has no token. `plan` is the file that it left. */
  async check(
    branch: string,
    env: Environment = this.festival.keys,
    runner = this.festival.checkout(branch),
  ): Promise<RanJob & { readonly plan: string }> {
    const ran = await runJob(runner, 'check', {
      ...this.#actions(runner, {}),
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_BASE_REF: 'main',
      ...env,
    });
    return { ...ran, plan: read(runner.temp, 'gitcast/plan.json') };
  }

  /** The trusted job, with the file of the pull request's job. */
  async comment(number: number, branch: string, plan: string | undefined, from?: string): Promise<RanJob> {
    const sha = git(this.festival.origin, 'rev-parse', branch).trim();
    const pull = this.github.pulls.find((each) => each.number === number);
    if (pull) pull.sha = sha;
    else this.github.pull({ number, sha, branch, ...(from !== undefined && { from }) });
    const runner = this.festival.checkout('main');
    if (plan !== undefined) write(runner.temp, 'gitcast/plan.json', plan);
    return this.job('comment', {
      runner,
      env: { GITHUB_EVENT_NAME: 'workflow_run' },
      event: { workflow_run: { id: 9, event: 'pull_request', head_sha: sha } },
    });
  }

  /** A pull request as it usually runs: checked, and commented. */
  async review(number: number, branch: string, edit: (folder: string) => void): Promise<void> {
    this.festival.edit(branch, edit);
    expectDone(await this.comment(number, branch, (await this.check(branch)).plan));
  }

  merge(number: number, branch: string): string {
    const commit = this.festival.merge(branch);
    this.github.pulls.find((each) => each.number === number)!.merged = commit;
    return commit;
  }

  sync(env: Environment = {}, started: Omit<Started, 'env'> = {}): Promise<RanJob> {
    return this.job('sync', { ...started, env: { ...this.festival.keys, ...env } });
  }

  /** The job that somebody starts with a digest, in the environment that requires reviewers. */
  approved(digest: string, env: Environment = {}): Promise<RanJob> {
    return this.sync({ GITCAST_DIGEST: digest, GITCAST_ENVIRONMENT: 'production-approval', ...env });
  }

  nightly = (env: Environment = {}): Promise<RanJob> =>
    this.job('nightly', { env: { GITHUB_EVENT_NAME: 'schedule', ...this.festival.keys, ...env } });

  /** Checks main, and publishes it on another runner, to which an artifact brings the website. */
  async publish(started: Pick<Started, 'env' | 'now'> = {}): Promise<{ checked: RanJob; published?: RanJob }> {
    const runner = this.festival.checkout('main');
    const checked = expectDone(await this.job('check', { runner, ...started }));
    if (!existsSync(join(runner.temp, 'site'))) return { checked };
    return { checked, published: await this.job('publish', { runner, ...started }) };
  }

  comments = (number: number): readonly string[] =>
    this.github.comments.filter(({ on }) => on === number).map(({ body }) => body);
}

export function expectDone<T extends RanJob>(ran: T): T {
  if (ran.exitCode !== 0) throw new Error(`ended with ${ran.exitCode}:\n${ran.stdout}${ran.stderr}`);
  return ran;
}

/** The digest that a job which stopped asks a person for. */
export const digestIn = ({ stdout, stderr }: RanJob): string => {
  const found = /GITCAST_DIGEST = ([\w,-]+)/.exec(stderr)?.[1];
  if (found === undefined) throw new Error(`no digest in:\n${stdout}${stderr}`);
  return found;
};
