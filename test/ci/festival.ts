/**
 * A festival's repository as a host has it: a bare repository, a person who works on it in a clone, runners that each have a
 * fresh clone, and a real service. Jobs run inside this process, as `gitcast ci JOB`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Environment } from '../../src/cli/context.ts';
import { run } from '../../src/cli/main.ts';
import { systemClock } from '../../src/machine/clock.ts';
import { createBroadcast, type Credentials } from '../../src/service/administration.ts';
import { machineVariables } from '../git/machine-variables.ts';
import { openTheatre, type Theatre } from '../sync/stage.ts';
import { afterwards, read, temporaryFolder, write } from './folders.ts';
import { git } from './run.ts';

export const CONCERT = 'content/events/opening-concert.yaml';
export const BRUNCH = 'content/events/sunday-brunch.yaml';

const event = (title: string, day: number): string =>
  `title: ${title}\nstart_time: 2027-06-${day}T20:30:00+02:00\nend_time: 2027-06-${day}T23:00:00+02:00\n`;

const CONTENT: Readonly<Record<string, string>> = {
  '.gitignore': '.gitcast/*\n!.gitcast/state/\ndist/\nnode_modules/\n',
  [CONCERT]: event('Opening concert', 18),
  [BRUNCH]: event('Sunday brunch', 20),
};

export interface FestivalOptions {
  /** Instead of the usual files, or besides them. */
  readonly files?: Readonly<Record<string, string>>;
  /** Lines of the configuration besides its targets. */
  readonly settings?: string;
  readonly targets?: readonly string[];
  readonly state?: 'git' | 'file';
  /** Without a website, jobs take half the time (default: with one). */
  readonly isWeb?: boolean;
}

export class Festival {
  readonly theatre: Theatre;
  readonly credentials: Credentials;
  readonly origin: string;
  /** The clone of a person who works on the content. */
  readonly author: string;

  private constructor(
    theatre: Theatre,
    credentials: Credentials,
    { origin, author }: { origin: string; author: string },
  ) {
    this.theatre = theatre;
    this.credentials = credentials;
    this.origin = origin;
    this.author = author;
  }

  static async open({
    files = {},
    settings = '',
    targets = ['production'],
    state = 'git',
    isWeb = true,
  }: FestivalOptions = {}): Promise<Festival> {
    const theatre = await openTheatre();
    afterwards(() => theatre.close());
    const folder = temporaryFolder();
    const [origin, author] = [join(folder, 'origin.git'), join(folder, 'author')];
    git(folder, 'init', '--quiet', '--bare', '--initial-branch', 'main', origin);
    git(folder, 'clone', '--quiet', origin, author);
    const credentials = await createBroadcast(theatre.service, { name: 'Orchard weekend' });
    const festival = new Festival(theatre, credentials, { origin, author });
    const config = await festival.#config(`state: ${state}\n${settings}`, targets);
    const own = {
      'content/broadcast.yaml': `name: Orchard weekend\nisWeb: ${isWeb}\n`,
      'gitcast.config.yaml': config,
    };
    for (const [path, text] of Object.entries({ ...CONTENT, ...own, ...files }))
      if (text !== '') write(author, path, text);
    festival.push('Start');
    return festival;
  }

  /** The first target is this festival's broadcast; each other one has its own, with a key in a variable of its name. */
  readonly keys: Record<string, string> = {};

  async #config(settings: string, targets: readonly string[]): Promise<string> {
    const { url, service } = this.theatre;
    const lines = [`site: { url: "https://orchard.example", timezone: Europe/Paris }`, settings.trimEnd()];
    lines.push(`defaultTarget: ${targets[0]!}`, 'targets:');
    for (const [index, name] of targets.entries()) {
      const own = index === 0 ? this.credentials : await createBroadcast(service, { name: 'Orchard weekend' });
      const variable = index === 0 ? 'GITCAST_KEY' : `${name.toUpperCase()}_KEY`;
      this.keys[variable] = own.key;
      lines.push(
        `  ${name}: { baseUrl: "${url}", userId: ${own.userId}, broadcastId: ${own.broadcastId}, key: { $env: ${variable} } }`,
      );
    }
    return `${lines.join('\n')}\n`;
  }

  /** Commits everything in the author's clone, and pushes the current branch. */
  push(message: string): string {
    git(this.author, 'add', '--all');
    git(this.author, 'commit', '--quiet', '--allow-empty', '--message', message);
    git(this.author, 'push', '--quiet', '--set-upstream', 'origin', 'HEAD');
    return git(this.author, 'rev-parse', 'HEAD').trim();
  }

  /** Pushes an edit on a new branch, or as another commit of it. */
  edit(branch: string, edit: (folder: string) => void): string {
    git(this.author, 'fetch', '--quiet', 'origin');
    const isNew = git(this.author, 'branch', '--list', branch).trim() === '';
    git(this.author, 'checkout', '--quiet', ...(isNew ? ['-b', branch, 'origin/main'] : [branch]));
    edit(this.author);
    return this.push(`Edit on ${branch}`);
  }

  /** A squash, as the button of a host makes it: a new commit with the same content. */
  merge(branch: string): string {
    git(this.author, 'checkout', '--quiet', 'main');
    git(this.author, 'pull', '--quiet');
    git(this.author, 'merge', '--quiet', '--squash', `origin/${branch}`);
    return this.push(`Squashed ${branch}`);
  }

  /** A runner's fresh checkout of a branch or commit, with a folder for its files beside it. */
  checkout(branch: string, { depth = 1 }: { depth?: number } = {}): Runner {
    const temp = temporaryFolder();
    const cwd = join(temp, 'checkout');
    const shallow = depth > 0 ? ['--depth', String(depth)] : [];
    git(temp, 'clone', '--quiet', ...shallow, '--branch', branch, `file://${this.origin}`, cwd);
    return { cwd, temp };
  }

  /** A call of the service, as the web editor makes it; with the key of another target for its broadcast. */
  async call(
    method: string,
    path: string,
    body?: object,
    key: string = this.credentials.key,
  ): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.theatre.url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} is answered with ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  }

  async events(key?: string): Promise<readonly { readonly id: string; readonly title: string }[]> {
    return ((await this.call('GET', '/events', undefined, key)) as { data: { id: string; title: string }[] }).data;
  }

  async titles(): Promise<readonly string[]> {
    return (await this.events()).map(({ title }) => title).sort();
  }

  /** An edit in the web editor. */
  async retitle(from: string, to: string, key?: string): Promise<void> {
    const { id } = (await this.events(key)).find(({ title }) => title === from)!;
    await this.call('PUT', `/events/${id}`, { title: to }, key);
  }

  refs(below: string): readonly string[] {
    return git(this.origin, 'for-each-ref', '--format=%(refname)', below).split('\n').filter(Boolean);
  }
}

export interface Runner {
  readonly cwd: string;
  /** The runner's folder for files outside the checkout. */
  readonly temp: string;
}

export interface RanJob {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** For later jobs, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The page of the job. */
  readonly summary: string;
}

/** Runs a job on a runner, with these variables and no others of its host. */
export const runJob = (runner: Runner, job: string, env: Environment, now?: Date): Promise<RanJob> =>
  runGitcast(runner, ['ci', job], env, now);

/** The same for any command. */
export async function runGitcast(
  { cwd, temp }: Runner,
  words: readonly string[],
  env: Environment,
  now?: Date,
): Promise<RanJob> {
  mkdirSync(temp, { recursive: true });
  const [output, page] = [write(temp, 'output', ''), write(temp, 'summary', '')];
  const said = { stdout: '', stderr: '' };
  const exitCode = await run(words, {
    cwd,
    env: { ...machineVariables(), HOME: temp, GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: page, CI: 'true', ...env },
    stdout: { write: (text) => void (said.stdout += text) },
    stderr: { write: (text) => void (said.stderr += text) },
    now: () => now ?? new Date(),
    // Nobody waits before a request is repeated.
    clock: { ...systemClock, sleep: () => nextTurn() },
    untilStopped: () => new Promise(() => {}),
    readInput: async () => new Uint8Array(),
  });
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  const outputs = Object.fromEntries(lines.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]));
  return { exitCode, ...said, outputs, summary: readFileSync(page, 'utf8') };
}

export const titled = (file: string, title: string) => (folder: string) =>
  void write(folder, file, read(folder, file).replace(/^title: .*$/m, `title: ${title}`));

/** The event that starts a job on GitHub, as a file. */
export function eventFile({ temp }: Runner, event: object): string {
  const file = join(temp, 'event.json');
  writeFileSync(file, JSON.stringify(event));
  return file;
}
