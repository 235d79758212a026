/** A story in commands: those that a person types, those that workflow jobs run, and their real output. */
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { GitStore } from '../../src/state/git/git-store.ts';
import { IDENTITY } from '../state/identity.ts';
import { FakeGitHub } from '../ci/fake-github.ts';
import { caller, checkout, runStep, serve, type Project, type Runner } from '../ci/project.ts';
import { warmGitcast } from '../ci/warm-programs.ts';
import { read, temporaryFolder } from '../ci/folders.ts';
import { environment, git, run, type Ran } from '../ci/run.ts';
import { installed, packed, quickNpm } from '../ci/workshop.ts';
import { program } from '../programs.ts';

const ACTOR = {
  GITHUB_ACTOR: 'ada',
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_REF_NAME: 'main',
};

export class Story {
  readonly #parts: string[] = [];
  readonly #github: FakeGitHub;
  readonly project: Project;
  #cwd: string;
  #runs = 100;
  #outputs: Readonly<Record<string, string>> = {};

  private constructor(project: Project, github: FakeGitHub, folder: string) {
    this.project = project;
    this.#github = github;
    this.#cwd = folder;
  }

  /** An empty folder, an empty repository at the host, and a service. */
  static async open(): Promise<Story> {
    const folder = temporaryFolder();
    const service = await serve(folder);
    const [origin, author] = [join(folder, 'festival.git'), join(folder, 'my-festival')];
    git(folder, 'init', '--quiet', '--bare', '--initial-branch', 'main', origin);
    const program = await warmGitcast();
    renameSync(packed(join(folder, 'packed'), program), join(folder, 'gitcast-0.0.1.tgz'));
    const project = { service, bin: installed(join(folder, 'bin'), program), origin, author, call: caller(service) };
    return new Story(project, await FakeGitHub.open(), folder);
  }

  say(text: string): void {
    this.#parts.push(text);
  }

  show(language: string, text: string): void {
    this.#parts.push(`\`\`\`${language}\n${text.trimEnd()}\n\`\`\``);
  }

  /** Commands that a person types into one terminal; `cd` is remembered. */
  async type(...commands: readonly string[]): Promise<void> {
    const said: string[] = [];
    for (const command of commands) {
      const folder = /^cd (\S+)$/.exec(command)?.[1];
      if (folder !== undefined) this.#cwd = join(this.#cwd, folder);
      const env = environment([this.project.bin]);
      const ran =
        folder === undefined ? await run(this.#cwd, program('sh'), ['-c', this.#real(command)], env) : undefined;
      said.push(shown(command, ran));
    }
    this.show('console', said.join('\n'));
  }

  /** The output of a command that is not part of the story. */
  async quietly(command: string): Promise<string> {
    return (await run(this.#cwd, program('sh'), ['-c', command], environment([this.project.bin]))).stdout;
  }

  /** Runs the job of a workflow in a separate clone; returns the content of its output folder. */
  async job(
    names: readonly [string, string],
    {
      key = this.project.service.key,
      branch = 'main',
      depth = 1,
      commit,
      expressions: more = {},
      quietly = false,
    }: {
      key?: string;
      branch?: string;
      depth?: number;
      commit?: string;
      expressions?: Readonly<Record<string, string>>;
      quietly?: boolean;
    } = {},
  ): Promise<(file: string) => string> {
    const runner = checkout(this.project, branch, { depth });
    if (commit !== undefined) {
      git(runner.cwd, 'fetch', '--quiet', `--depth=${depth}`, 'origin', commit);
      git(runner.cwd, 'checkout', '--quiet', '--detach', commit);
    }
    const env = { ...ACTOR, ...this.#github.env, GITHUB_RUN_ID: String(++this.#runs), GITCAST_PICTURES: '' };
    const expressions = {
      'secrets.GITCAST_KEY': key,
      'secrets.GITCAST_PLAN_KEY': key,
      'github.token': 'token',
      'github.event.pull_request.number': '7',
      'needs.site.outputs.published': 'true',
      'inputs.if-changed': '',
      ...this.#outputs,
      ...more,
    };
    const path = [quickNpm(), this.project.bin, this.#github.path];
    const ran = await runStep(runner, names, { path, env, expressions });
    // The outputs of one job are the inputs of the next.
    const outputs = Object.entries(ran.outputs).map(([name, value]) => [`needs.${names[1]}.outputs.${name}`, value]);
    this.#outputs = { ...this.#outputs, ...Object.fromEntries(outputs) };
    if (!quietly) this.show('console', shown(scriptOf(runner, names), ran));
    return (file) => readFileSync(join(runner.temp, 'gitcast', file), 'utf8');
  }

  /** The state that a runner leaves behind if its machine is lost during a sync. */
  async losesRunner({ secondsAgo }: { secondsAgo: number }): Promise<string> {
    const { cwd } = checkout(this.project, 'main');
    const root = {
      root: cwd,
      content: ['content'],
      folder: join(cwd, '.gitcast/git-state'),
      target: 'production',
      identity: IDENTITY,
    };
    const clock = { now: () => Date.now() - secondsAgo * 1000, every: () => () => {} };
    const url = `${ACTOR.GITHUB_SERVER_URL}/orchard/festival/actions/runs/${++this.#runs}`;
    const owner = { user: 'runner', host: `runner-${this.#runs}`, pid: 2114, command: 'sync', url };
    return (await new GitStore({ env: process.env, ...root, clock }).lock(owner)).id;
  }

  /** The trusted job, with the files that the job of a pull request left. */
  async comments(number: number, branch: string, left: (file: string) => string): Promise<string> {
    const head = git(this.project.author, 'rev-parse', branch).trim();
    this.#github.change((world) => (world.heads[number] = head));
    const files = ['pull-request', 'outcome', 'plan.json', 'plan.md', 'site.json'];
    const named = { ...Object.fromEntries(files.map((file) => [file, left(file)])), 'pull-request': `${number}\n` };
    this.#github.upload(named);
    const expressions = {
      'github.event.workflow_run.id': '9',
      'github.event.workflow_run.head_sha': head,
      'github.event.workflow_run.head_repository.full_name': 'orchard/festival',
    };
    await this.job(['comment', 'comment'], { expressions, quietly: true });
    return this.#github.world.comments.at(-1)!.body;
  }

  /** Tells the host that the tip of main is the merge of a pull request. */
  merges(number: number): void {
    const commit = git(this.project.author, 'rev-parse', 'main').trim();
    this.#github.change((world) => {
      world.merged[number] = commit;
      world.history.push(commit);
    });
  }

  /** The jobs of a merge that publish the website, on one runner instead of with artifacts. */
  async publishes(): Promise<void> {
    const runner = checkout(this.project, 'main');
    const path = [quickNpm(), this.project.bin];
    for (const job of ['build', 'record']) {
      const ran = await runStep(runner, ['site', job], { path, env: ACTOR, expressions: { 'inputs.if-changed': '' } });
      if (ran.exitCode !== 0) throw new Error(ran.stderr);
    }
  }

  /** The two jobs of a merge that send content. */
  async deploys(): Promise<void> {
    await this.job(['merge', 'check'], { quietly: true });
    await this.job(['merge', 'sync']);
  }

  get pulls() {
    return this.#github.world.pulls;
  }

  /** The text of the page for a text of this run. */
  text(): string {
    const { service, origin } = this.project;
    const here: readonly (readonly [string, string])[] = [
      [`file://${origin}`, REMOTE],
      [this.project.author, '~/my-festival'],
      [service.url, 'https://api.example.com'],
      [service.userId, '64b7c0ffee64b7c0ffee0001'],
      [service.broadcastId, '64b7c0ffee64b7c0ffee0002'],
    ];
    const text = here.reduce(
      (told, [real, shownAs]) => told.replaceAll(real, shownAs),
      `${this.#parts.join('\n\n')}\n`,
    );
    return timeless(text);
  }

  #real(command: string): string {
    return command.replaceAll(REMOTE, `file://${this.project.origin}`);
  }
}

export const REMOTE = 'https://github.example/orchard/festival.git';

function shown(command: string, ran: Ran | undefined): string {
  const said = ran === undefined ? '' : `${ran.stderr}${ran.stdout}`.trimEnd();
  const code = ran === undefined || ran.exitCode === 0 ? '' : `\n$ echo $?\n${ran.exitCode}`;
  return `$ ${command}${said === '' ? '' : `\n${said}`}${code}`;
}

function scriptOf({ cwd }: Runner, [workflow, job]: readonly [string, string]): string {
  const { jobs } = parse(read(cwd, `.github/workflows/gitcast-${workflow}.yml`)) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
  };
  // `exec` is for signals: in a terminal it would replace the reader's own shell.
  return jobs[job]!.steps.find((step) => step.run !== undefined)!.run!.replace(/^exec /, '');
}

/** Ids, commits, times and versions differ in every run: the page has the first, second, … of each. A new kind adds a schema. */
function timeless(text: string): string {
  const times = TIMES[Symbol.iterator]();
  return [
    (told: string) =>
      told.replaceAll(/\b20[-\dT:.]+(?:Z|[+-]\d\d:\d\d)(?= by |, last seen )/g, () => times.next().value!),
    numbered(/(?<= from | checkout \(| site at `)[0-9a-f]{10}\b/g, 'c0ffee000'),
    (told: string) => told.replaceAll(/on 20[-\d]+ at [\d:]+ UTC/g, 'on 2027-05-05 at 10:12 UTC'),
    (told: string) => told.replaceAll(/For [0-9a-f]{40}/g, `For ${'c0ffee'.repeat(7).slice(0, 40)}`),
    (told: string) => told.replaceAll(/this plan, `[^`]+`/g, 'this plan, `4f1d…`'),
    numbered(/\b[0-9a-f]{8}\b/g, '7e57ab0'),
    (told: string) => told.replaceAll(/(?<=Digest of this plan: `)[\w-]+/g, 'tYCePyE9xRrz3Se2nZC8Ea'),
    (told: string) => told.replaceAll(/git version [\d.]+/g, 'git version 2.47.0'),
    (told: string) => told.replaceAll(/^(✓ created .*|  \.vscode\/ +)\b\d+ files$/gm, '$1many files'),
    (told: string) => told.replaceAll(/last seen \d+ seconds? ago/g, 'last seen 40 seconds ago'),
  ].reduce((told, replace) => replace(told), text);
}

/** One for each mention, since two runs may or may not be in the same second. A log begins with the newest. */
const TIMES = ['2027-05-04T14:02:11+01:00', '2027-05-03T09:15:40+01:00', '2027-05-06T08:30:05.310Z'];

const numbered = (pattern: RegExp, start: string) => (told: string) => {
  const known = new Map<string, string>();
  return told.replaceAll(pattern, (found) => {
    if (!known.has(found)) known.set(found, `${start}${known.size + 1}`);
    return known.get(found)!;
  });
};
