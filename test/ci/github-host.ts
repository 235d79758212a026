/** GitHub as far as the workflows see it: a bare repository, the fake API, and runners that run the steps of the workflows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeGitHub } from './fake-github.ts';
import { checkout, openProject, push, runStep, type Project, type RanStep, type Runner } from './project.ts';
import { read, write } from './folders.ts';
import { git } from './run.ts';

export const REPOSITORY = 'orchard/festival';

/** The files that the job of a pull request leaves, by name. */
export type Artifact = Readonly<Record<string, string>>;

interface CommentOptions {
  readonly from?: string;
  readonly size?: number;
  readonly expressions?: Readonly<Record<string, string>>;
}

export const ofRun = (head: string, from = REPOSITORY) => ({
  'github.event.workflow_run.id': '9',
  'github.event.workflow_run.head_sha': head,
  'github.event.workflow_run.head_repository.full_name': from,
});

export class GitHubHost {
  readonly project: Project;
  readonly github: FakeGitHub;
  #secrets: Readonly<Record<string, string>> = {};

  private constructor(project: Project, github: FakeGitHub) {
    this.project = project;
    this.github = github;
  }

  /** With a deployed main, so that the state exists. */
  static async open(options: { readonly deployed?: boolean; readonly publish?: string } = {}): Promise<GitHubHost> {
    const host = new GitHubHost(await openProject('github', options), await FakeGitHub.open());
    if (options.deployed ?? true) {
      const ran = await host.step(['merge', 'sync'], { 'needs.check.outputs.reviewed': 'off' });
      if (ran.exitCode !== 0) throw new Error(ran.stderr + ran.stdout);
    }
    return host;
  }

  /** For a project with other targets; `secrets` are those of its repository and environments. */
  static async with(project: Project, secrets: Readonly<Record<string, string>>): Promise<GitHubHost> {
    const host = new GitHubHost(project, await FakeGitHub.open());
    host.#secrets = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`secrets.${name}`, value]));
    return host;
  }

  /** Runs a step of a job of the default branch. */
  step(
    names: readonly [string, string],
    expressions: Readonly<Record<string, string>> = {},
    { branch = 'main', depth = 1, env = {} }: { branch?: string; depth?: number; env?: Record<string, string> } = {},
  ): Promise<RanStep> {
    return this.on(checkout(this.project, branch, { depth }), names, expressions, env);
  }

  /** The same on a runner that has the files of an earlier job, as artifacts would bring them. */
  on(
    runner: Runner,
    names: readonly [string, string],
    expressions: Readonly<Record<string, string>> = {},
    env: Readonly<Record<string, string>> = {},
  ): Promise<RanStep> {
    const { key } = this.project.service;
    return runStep(runner, names, {
      path: [this.project.bin, this.github.path],
      env: { ...this.github.env, GITHUB_REF_NAME: 'main', ...env },
      expressions: {
        'secrets.GITCAST_KEY': key,
        'secrets.GITCAST_PLAN_KEY': key,
        'github.token': 'token',
        'needs.site.outputs.published': 'true',
        'inputs.if-changed': '',
        ...this.#secrets,
        ...expressions,
      },
    });
  }

  /** Pushes an edit on a new branch, or as another commit of it. */
  edit(branch: string, edit: (folder: string) => void): string {
    const { author } = this.project;
    git(author, 'fetch', '--quiet', 'origin');
    const isNew = git(author, 'branch', '--list', branch).trim() === '';
    git(author, 'checkout', '--quiet', ...(isNew ? ['-b', branch, 'origin/main'] : [branch]));
    edit(author);
    return push(author, `Edit on ${branch}`);
  }

  /** The job of the pull request, which runs its code. */
  async plan(
    branch: string,
    number: number,
    { key = this.project.service.key, browser }: { key?: string; browser?: string } = {},
  ) {
    const runner = checkout(this.project, branch);
    const ran = await runStep(runner, ['pull-request', 'plan'], {
      path: [this.project.bin],
      env: {
        GITHUB_BASE_REF: 'main',
        ...(browser === undefined ? { GITCAST_PICTURES: '' } : { CHROME_PATH: browser }),
      },
      // The key that can write is not among what this job asks for.
      expressions: {
        'secrets.GITCAST_PLAN_KEY': key,
        'github.event.pull_request.number': String(number),
        ...this.#secrets,
      },
    });
    const left = join(runner.temp, 'gitcast');
    const files = Object.fromEntries(
      readdirSync(left).map((name) => [name, readFileSync(join(left, name), 'utf8')] as const),
    );
    return { ...ran, files: files as Artifact };
  }

  /** The trusted job, with the files of the pull request's job. */
  comment(
    number: number,
    head: string,
    files: Artifact,
    { from = REPOSITORY, size, expressions = {} }: CommentOptions = {},
  ) {
    this.github.change((world) => (world.heads[number] = head));
    this.github.upload(files, size);
    return this.step(['comment', 'comment'], { ...ofRun(head, from), ...expressions });
  }

  /** Builds, publishes and records main. */
  async publish(): Promise<void> {
    const runner = checkout(this.project, 'main');
    for (const job of ['build', 'record']) {
      const ran = await this.on(runner, ['site', job]);
      if (ran.exitCode !== 0) throw new Error(ran.stderr + ran.stdout);
    }
  }

  /** A pull request as it usually runs: planned, commented, recorded. */
  async review(number: number, branch: string, edit: (folder: string) => void): Promise<string> {
    const head = this.edit(branch, edit);
    const { files } = await this.plan(branch, number);
    const { exitCode, stderr } = await this.comment(number, head, files);
    if (exitCode !== 0) throw new Error(stderr);
    return head;
  }

  /** Somebody adds or removes a label, or closes the pull request. */
  label(
    number: number,
    name: string,
    {
      by = 'ada',
      action = 'labeled',
      at = new Date(),
      head,
    }: { by?: string; action?: string; at?: Date; head?: string } = {},
  ) {
    this.github.change(({ labels }) => {
      const others = (labels[number] ?? []).filter((each) => each !== name);
      labels[number] = action === 'labeled' ? [...others, name] : others;
    });
    return this.step(['approve', 'approve'], {
      'github.event.action': action,
      'github.event.pull_request.number': String(number),
      'github.event.pull_request.head.sha': head ?? this.github.world.heads[number]!,
      'github.event.pull_request.merged': 'false',
      'github.event.pull_request.updated_at': at.toISOString(),
      'github.event.label.name': name,
      'github.event.sender.login': by,
    });
  }

  /** A squash, as the button of GitHub makes it: a new commit with the same content. */
  merge(number: number, branch: string): string {
    const { author } = this.project;
    git(author, 'checkout', '--quiet', 'main');
    git(author, 'pull', '--quiet');
    git(author, 'merge', '--quiet', '--squash', `origin/${branch}`);
    const commit = push(author, `Squashed ${branch} (#${number})`);
    this.github.change((world) => {
      world.merged[number] = commit;
      world.history.push(commit);
    });
    return commit;
  }

  check = (expressions: Readonly<Record<string, string>> = {}): Promise<RanStep> =>
    this.step(['merge', 'check'], expressions);

  /** The jobs `check` and `sync` of a merge; the second one only if the first one decides so. */
  async deploy() {
    const checked = await this.check();
    if (checked.exitCode !== 0) throw new Error(checked.stderr);
    const { decision, reviewed = '' } = checked.outputs;
    const synced =
      decision === 'reviewed' ? await this.step(['merge', 'sync'], { 'needs.check.outputs.reviewed': reviewed }) : null;
    return { checked, decision, reviewed, synced };
  }

  /** The job that waits for the approval of its environment. */
  approved({ outputs }: RanStep): Promise<RanStep> {
    return this.step(['unreviewed', 'sync'], {
      'needs.check.outputs.digest': outputs['digest'] ?? '',
      'needs.check.outputs.reviewed': outputs['reviewed'] ?? '',
    });
  }

  nightly = (expressions: Readonly<Record<string, string>> = {}): Promise<RanStep> =>
    this.step(['nightly', 'pull'], expressions, { depth: 0 });

  async events(): Promise<readonly { readonly id: string; readonly title: string }[]> {
    return ((await this.project.call('GET', '/events')) as { data: { id: string; title: string }[] }).data;
  }

  async titles(): Promise<readonly string[]> {
    return (await this.events()).map(({ title }) => title).sort();
  }

  /** An edit in the web editor. */
  async retitle(from: string, to: string): Promise<void> {
    const { id } = (await this.events()).find(({ title }) => title === from)!;
    await this.project.call('PUT', `/events/${id}`, { title: to });
  }

  get reviews(): string {
    return git(this.project.origin, 'for-each-ref', '--format=%(refname)', 'refs/gitcast/review').trim();
  }
}

export const titled = (file: string, title: string) => (folder: string) =>
  void write(folder, file, read(folder, file).replace(/^title: .*$/m, `title: ${title}`));
