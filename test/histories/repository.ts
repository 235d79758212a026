/**
 * The repositories of a history: one folder with the state in files, or clones of a bare remote with the state on a
 * ref.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inTurn } from '../git/in-turn.ts';
import { copyEmptyRepositories, pushHead } from '../git/repository-with-remote.ts';
import { git } from '../state/clones.ts';
import type { History, Sync } from './history.ts';

/** In memory if the system supports it: nothing here has to survive a power failure. */
const ROOM = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export class Repository {
  readonly #root = mkdtempSync(join(ROOM, 'gitcast-history-'));
  readonly #state: History['state'];
  readonly #clones: string[] = [];
  /** The clones that have the newest commit. */
  readonly #current = new Set<string>();
  #last = 0;
  #isCommitted = false;

  constructor(state: History['state'], config: string) {
    this.#state = state;
    const author = join(this.#root, 'author');
    mkdirSync(author);
    this.#clones.push(author);
    writeFileSync(join(author, 'gitcast.config.yaml'), `state: ${state}\n${config}`);
    if (state === 'file') return;
    copyEmptyRepositories(author, join(this.#root, 'remote.git'));
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
      git(this.#root, 'clone', '-q', '--template=', '-b', 'main', `file://${join(this.#root, 'remote.git')}`, clone);
      this.#last = this.#clones.push(clone) - 1;
    } else {
      if (where === 'other') this.#last = (this.#last + 1) % this.#clones.length;
      if (!this.#current.has(this.#clones[this.#last]!)) git(this.#clones[this.#last]!, 'pull', '-q', '--ff-only');
    }
    const folder = this.#clones[this.#last]!;
    this.#current.add(folder);
    return folder;
  }

  #commit(): void {
    if (this.#isCommitted) return;
    const author = this.#clones[0]!;
    git(author, ...inTurn(['add', '-A'], ['commit', '-q', '--allow-empty', '-m', 'content']));
    pushHead(join(author, '.git'), join(this.#root, 'remote.git'));
    this.#current.clear();
    this.#current.add(author);
    this.#isCommitted = true;
  }

  /** The ids in a state file, by address; none before the first run has finished. */
  idsInFile(): Readonly<Record<string, string>> {
    const file = join(this.#clones[0]!, '.gitcast/state/live.json');
    if (!existsSync(file)) return {};
    const { entries } = JSON.parse(readFileSync(file, 'utf8')) as { entries: Record<string, { id: string }> };
    return Object.fromEntries(Object.entries(entries).map(([address, { id }]) => [address, id]));
  }

  /** The text of a file in the content of a clone; undefined if there is none. */
  read(folder: string, path: string): string | undefined {
    const file = join(folder, 'content', path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  forgetState(): void {
    rmSync(join(this.#clones[0]!, '.gitcast'), { recursive: true, force: true });
  }

  dispose(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }
}
