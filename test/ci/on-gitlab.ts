/** A festival on GitLab: its jobs run as the pipeline starts them, against the stand-in of its API. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/cli/context.ts';
import { planKey } from '../../src/start/ci/ci-subject.ts';
import { runJob, type Festival, type RanJob, type Runner } from './festival.ts';
import { read } from './folders.ts';
import { GitLabStandIn } from './gitlab-stand-in.ts';
import { expectDone, filesIn, type Artifact } from './on-github.ts';
import { git } from './run.ts';

export const MARKED = /^<!-- gitcast plan -->\n/;

interface Started {
  readonly env?: Environment;
  /** On a runner that has run another command of the same job. */
  readonly runner?: Runner;
}

export class OnGitLab {
  readonly festival: Festival;
  readonly gitlab: GitLabStandIn;
  /** Protected variables of the project, besides the keys. */
  readonly variables: Record<string, string>;

  private constructor(festival: Festival, gitlab: GitLabStandIn) {
    this.festival = festival;
    this.gitlab = gitlab;
    this.variables = { GITCAST_TOKEN: gitlab.token() };
  }

  static async with(festival: Festival): Promise<OnGitLab> {
    return new OnGitLab(festival, await GitLabStandIn.start());
  }

  #run = async (runner: Runner, name: string, env: Environment): Promise<RanJob> => {
    const ran = await runJob(runner, name, {
      GITLAB_CI: 'true',
      CI_API_V4_URL: this.gitlab.api,
      CI_PROJECT_ID: String(this.gitlab.projectId),
      CI_PROJECT_DIR: runner.cwd,
      CI_DEFAULT_BRANCH: 'main',
      GITCAST_OUT: join(runner.cwd, 'gitcast-out'),
      GITHUB_OUTPUT: '',
      GITHUB_STEP_SUMMARY: '',
      ...env,
    });
    const reported = join(runner.cwd, 'gitcast-out/outputs.env');
    return { ...ran, outputs: existsSync(reported) ? variablesIn(read(reported, '')) : {} };
  };

  /** A job of the default branch, which sees the protected variables. */
  job = (name: string, { env = {}, runner = this.checkout('main') }: Started = {}): Promise<RanJob> =>
    this.#run(runner, name, { ...this.festival.keys, ...this.variables, CI_COMMIT_BRANCH: 'main', ...env });

  /** GitLab clones the last 20 commits. */
  checkout = (branch: string): Runner => this.festival.checkout(branch, { depth: 20 });

  /** The job of a merge request, which runs its code and sees only what is not protected. */
  async plan(branch: string, iid: number, env: Environment = this.planKeys): Promise<Planned> {
    const runner = this.checkout(branch);
    const ran = await this.#run(runner, 'pull-request', {
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_IID: String(iid),
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      ...env,
    });
    return { ...ran, runner, files: filesIn(join(runner.cwd, 'gitcast-out')) };
  }

  get planKeys(): Environment {
    return Object.fromEntries(Object.entries(this.festival.keys).map(([name, key]) => [planKey(name), key]));
  }

  /** Opens a merge request, or moves it to the present commit of its branch, with the files of its job. */
  left(iid: number, branch: string, files: Artifact): void {
    const sha = git(this.festival.origin, 'rev-parse', branch).trim();
    const known = this.gitlab.mergeRequests.find((each) => each.iid === iid);
    if (known) known.sha = sha;
    else this.gitlab.mergeRequest({ iid, sha, source_branch: branch });
    this.gitlab.planned(iid, sha, files);
  }

  /** The note that reviewers see after the job of the default branch has run. */
  async noted(iid: number): Promise<string> {
    expectDone(await this.job('comment'));
    return this.gitlab.notes.find(({ on, body, author }) => on === iid && author.id === 1 && MARKED.test(body))!.body;
  }

  /** A merge request as it usually runs. Returns the note. */
  async review(iid: number, branch: string, edit: (folder: string) => void): Promise<string> {
    this.festival.edit(branch, edit);
    this.left(iid, branch, expectDone(await this.plan(branch, iid)).files);
    return this.noted(iid);
  }

  /** Squashed, as the button of the host does it. */
  merge(iid: number, branch: string): string {
    const request = this.gitlab.mergeRequests.find((each) => each.iid === iid)!;
    request.state = 'merged';
    return (request.squash_commit_sha = this.festival.merge(branch));
  }
}

interface Planned extends RanJob {
  readonly runner: Runner;
  readonly files: Artifact;
}

const variablesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]),
  );
