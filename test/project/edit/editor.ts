/** `gitcast dev` on a small festival in its own git repository, and the requests of a page of its editor. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openProject } from '../../../src/index.ts';
import { machineVariables } from '../../git/machine-variables.ts';
import { SMALL_FESTIVAL } from '../../preview/small-festival.ts';

const CONFIG = `content: content
site: { timezone: Europe/Paris, locales: [fr, en], url: https://harbour.example }
defaultTarget: local
targets: { local: { profile: extended } }
`;

export type Answer = Readonly<Record<string, unknown>>;

export class EditedSite {
  readonly folder = mkdtempSync(join(tmpdir(), 'gitcast-edit-'));
  url = '';
  token = '';
  #close: (() => Promise<unknown>) | undefined;

  async open(files: Readonly<Record<string, string>>): Promise<void> {
    this.write('gitcast.config.yaml', CONFIG);
    for (const [path, text] of Object.entries(files)) this.write(`content/${path}`, text);
    this.git('init', '-q');
    this.commit();
    const project = openProject({
      folder: this.folder,
      env: machineVariables(),
      now: () => new Date('2027-06-01T12:00:00Z'),
    });
    const { url, close } = await project.dev({ port: 0, sync: false });
    this.#close = close;
    this.url = url.slice(0, -1);
    this.token = /data-token="([^"]+)"/.exec(await (await fetch(url)).text())![1]!;
  }

  async close(): Promise<void> {
    await this.#close?.();
    rmSync(this.folder, { recursive: true, force: true });
  }

  git(...words: readonly string[]): string {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    return execFileSync('git', [...identity, ...words], { cwd: this.folder, encoding: 'utf8' });
  }

  commit(): void {
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', 'A step');
  }

  /** The changed files, as `git status` lists them. */
  changed(): readonly string[] {
    const status = this.git('status', '--porcelain', '-uall', '--no-renames', '--', 'content', 'gitcast.config.yaml');
    return status.split('\n').filter(Boolean);
  }

  /** Everything as it was committed. */
  async reset(): Promise<void> {
    this.git('reset', '-q', '--hard');
    this.git('clean', '-fdq', 'content');
    // The watcher notices it some time later.
    while ((await this.ask('undo')).type === 'undone');
  }

  write(path: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /** `tab`: of the browser; all requests without one are of another. */
  async ask(name: string, body: object = {}, tab?: string): Promise<Answer> {
    const headers = tab === undefined ? {} : { 'x-gitcast-tab': tab };
    const answer = await this.send(`edit/${name}`, JSON.stringify(body), headers);
    return (await answer.json()) as Answer;
  }

  upload(name: string, bytes: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send(`edit/upload?name=${encodeURIComponent(name)}`, bytes, headers);
  }

  send(path: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const own = { origin: this.url, 'x-gitcast-token': this.token };
    return fetch(`${this.url}/__gitcast/${path}`, {
      method: 'POST',
      headers: { ...own, ...headers },
      body: body as string,
    });
  }
}

/** Runs for all tests of a file. */
export function useEditor(files: Readonly<Record<string, string>> = SMALL_FESTIVAL): EditedSite {
  const site = new EditedSite();
  beforeAll(() => site.open(files), 60_000);
  afterAll(() => site.close());
  return site;
}
