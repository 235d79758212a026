/**
 * The repositories of a history: one folder with the state in files, or clones of a bare remote with the state on a
 * ref.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { History, Sync } from './history.ts';

/** In memory if the system supports it: nothing here has to survive a power failure. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const AUTHOR = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', '-c', 'init.defaultBranch=main'];
const git = (cwd: string, ...words: readonly string[]): void =>
  void execFileSync('git', [...AUTHOR, ...words], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });

export class Repository {
  readonly #root = mkdtempSync(join(ROOM, 'gitcast-history-'));
  readonly #state: History['state'];
  readonly #clones: string[] = [];
  #last = 0;
  #isCommitted = false;

  constructor(state: History['state'], config: string) {
    this.#state = state;
    const author = join(this.#root, 'author');
    mkdirSync(author);
    this.#clones.push(author);
    writeFileSync(join(author, 'gitcast.config.yaml'), `state: ${state}\n${config}`);
    if (state === 'file') return;
    const remote = join(this.#root, 'remote.git');
    git(this.#root, 'init', '-q', '--bare', remote);
    git(author, 'init', '-q');
    git(author, 'remote', 'add', 'origin', `file://${remote}`);
    writeFileSync(join(author, '.gitignore'), '.gitcast/\n');
  }

  /** Replaces the whole content. */
  write(files: readonly { readonly path: string; readonly text: string }[]): void {
    const content = join(this.#clones[0]!, 'content');
    rmSync(content, { recursive: true, force: true });
    for (const { path, text } of files) {
      const file = join(content, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    this.#isCommitted = false;
  }

  /** The folder in which a run starts, with the newest content. */
  folderFor(where: Sync['in'] = 'same'): string {
    if (this.#state === 'file') return this.#clones[0]!;
    this.#commit();
    if (where === 'fresh' || (where === 'other' && this.#clones.length === 1)) {
      const clone = join(this.#root, `clone-${this.#clones.length}`);
      git(this.#root, 'clone', '-q', '-b', 'main', `file://${join(this.#root, 'remote.git')}`, clone);
      this.#last = this.#clones.push(clone) - 1;
    } else {
      if (where === 'other') this.#last = (this.#last + 1) % this.#clones.length;
      if (this.#last > 0) git(this.#clones[this.#last]!, 'pull', '-q', '--ff-only');
    }
    return this.#clones[this.#last]!;
  }

  #commit(): void {
    if (this.#isCommitted) return;
    const author = this.#clones[0]!;
    git(author, 'add', '-A');
    git(author, 'commit', '-q', '--allow-empty', '-m', 'content');
    git(author, 'push', '-q', 'origin', 'HEAD:main');
    this.#isCommitted = true;
  }

  /** The ids in a state file, by address; none before the first run has finished. */
  idsInFile(): Readonly<Record<string, string>> {
    const file = join(this.#clones[0]!, '.gitcast/state/live.json');
    if (!existsSync(file)) return {};
    const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: Record<string, { id: string }> };
    return Object.fromEntries(Object.entries(entries).map(([address, { id }]) => [address, id]));
  }

  forgetState(): void {
    rmSync(join(this.#clones[0]!, '.gitcast'), { recursive: true, force: true });
  }

  dispose(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
