/** `gitcast dev` as users start it: a child process in its own folder. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { ROOT } from '../e2e/program.ts';
import { SMALL_FESTIVAL } from '../preview/small-festival.ts';

const LONG = 300_000;

const CONFIG = `content: content
site: { timezone: Europe/Paris, locales: [fr, en], url: https://harbour.example }
defaultTarget: local
targets: { local: { profile: extended } }
`;

export class DevCommand {
  folder = '';
  #child!: ChildProcess;
  #ended!: Promise<number | null>;
  url = '';
  /** Everything it printed to standard error. */
  said = '';

  static async start(flags: readonly string[] = [], files = SMALL_FESTIVAL): Promise<DevCommand> {
    const dev = DevCommand.prepare(files);
    await dev.run(flags);
    return dev;
  }

  /** Writes its files, and does not start it yet. */
  static prepare(files = SMALL_FESTIVAL): DevCommand {
    return new DevCommand().begin(files);
  }

  begin(files: Readonly<Record<string, string>>): this {
    this.folder = mkdtempSync(join(tmpdir(), 'gitcast-dev-'));
    this.write('gitcast.config.yaml', CONFIG);
    for (const [path, text] of Object.entries(files)) this.write(`content/${path}`, text);
    return this;
  }

  /** A copy of the demo that is edited, in a repository of its own; `prepare` changes files before they are committed. */
  static async startDemo(prepare: (dev: DevCommand) => void = () => {}): Promise<DevCommand> {
    const dev = DevCommand.prepare({});
    for (const name of ['content', 'gitcast.config.yaml'])
      cpSync(join(ROOT, name), join(dev.folder, name), { recursive: true });
    prepare(dev);
    dev.commitAll();
    await dev.run(['--no-sync']);
    return dev;
  }

  git(...words: readonly string[]): string {
    return execFileSync('git', words, { cwd: this.folder, encoding: 'utf8' }).trim();
  }

  /** Its files become the first commit of a repository. */
  commitAll(): void {
    this.write('.gitignore', '.gitcast/\n');
    for (const words of ['init -qb main', 'config user.name Ada', 'config user.email ada@harbour.example'])
      this.git(...words.split(' '));
    this.git('add', '.');
    this.git('commit', '-qm', 'content');
  }

  /** The lines of content that differ from the main branch, of files that it has, without those around them. */
  changedLines(): readonly string[] {
    return this.git('diff', '-U0', '--diff-filter=MD', 'main', '--', 'content')
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line));
  }

  async run(flags: readonly string[]): Promise<void> {
    const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
    const words = [PROGRAM, 'dev', '--port', '0', '--now', '2027-06-01T12:00:00Z', ...flags];
    const child = spawn(process.execPath, words, { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#ended = new Promise((resolve) => void child.once('close', resolve));
    child.stderr.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    for await (const line of createInterface({ input: child.stdout })) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+\//.exec(line) ?? [];
      if (url === undefined) continue;
      this.url = url;
      child.stdout.resume();
      return;
    }
    // Its last words come on another pipe.
    await this.#ended;
    throw new Error(`gitcast dev did not start: ${this.said}`);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  edit(path: string, change: (text: string) => string): void {
    this.write(path, change(this.read(path)));
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  async page(path: string): Promise<string> {
    return (await fetch(new URL(path, this.url))).text();
  }

  async remote(collection: string): Promise<readonly Record<string, unknown>[]> {
    const answer = await this.#ask(collection);
    return ((await answer.json()) as { data: Record<string, unknown>[] }).data;
  }

  async patch(path: string, change: object): Promise<void> {
    const answer = await this.#ask(path, { method: 'PUT', body: JSON.stringify(change) });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** The embedded service, whose address and key are stored beside its database. */
  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const { url, key } = JSON.parse(this.read('.gitcast/service.json')) as Record<string, string>;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return fetch(new URL(`/v1/${path}`, url), { ...init, headers });
  }

  async interrupt(): Promise<number | null> {
    this.#child.kill('SIGINT');
    return this.#ended;
  }

  async end(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One for all tests of a suite; `prepare` is called before it starts. */
export function useDev(
  files: Readonly<Record<string, string>> = SMALL_FESTIVAL,
  prepare: (dev: DevCommand) => void = () => {},
  flags: readonly string[] = ['--no-sync'],
): DevCommand {
  const dev = new DevCommand();
  beforeAll(async () => {
    prepare(dev.begin(files));
    await dev.run(flags);
  }, LONG);
  afterAll(() => dev.end());
  return dev;
}
