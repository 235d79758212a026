/** A bare repository as the remote, and clones of it, for the duration of a test. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readNote, type RunNote } from '../../src/state/run-note.ts';
import { ifPossible } from '../../src/values/if-possible.ts';
import { GitStore, type GitStoreOptions } from '../../src/state/git/git-store.ts';
import { copyOf, setRemote } from '../git/copies.ts';
import { inTurn } from '../git/in-turn.ts';
import { clockOfTest } from './clock-of-test.ts';
import { IDENTITY } from './identity.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export function git(folder: string, ...words: readonly string[]): string {
  const settings = ['user.name=Ana', 'user.email=ana@example.org', 'init.defaultBranch=main', 'maintenance.auto=false'];
  return execFileSync('git', [...settings.flatMap((each) => ['-c', each]), ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** A bare repository that starts no maintenance after each push, which is a process more. */
export function initRemote(folder: string): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--bare', '-q', '--template=', '.');
  git(folder, 'config', 'receive.autogc', 'false');
}

export interface Remote {
  /** The bare repository. */
  readonly folder: string;
  readonly clone: (...flags: readonly string[]) => string;
}

export function newRemote(): Remote {
  const place = temporaryFolder();
  const folder = join(place, 'remote.git');
  const original = copyOf('remote', place, (made) => {
    initRemote(join(made, 'remote.git'));
    git(made, 'clone', '-q', '--template=', `file://${join(made, 'remote.git')}`, 'first');
    commitFile(join(made, 'first'), 'content/broadcast.yaml', 'name: Harbour festival\n');
    git(join(made, 'first'), 'push', '-q', '--set-upstream', 'origin', 'HEAD:main');
    git(join(made, 'first'), 'remote', 'set-head', 'origin', 'main');
    for (const hooks of ['remote.git/hooks', 'first/.git/hooks']) mkdirSync(join(made, hooks));
  });
  const first = join(original, 'first');
  const tipOf = (repository: string): string | undefined => {
    const ref = join(repository, 'refs/heads/main');
    return existsSync(ref) ? readFileSync(ref, 'utf8') : undefined;
  };
  let clones = 0;
  return {
    folder,
    clone: (...flags) => {
      const path = join(place, `clone-${++clones}`);
      if (flags.length === 0 && tipOf(folder) === tipOf(join(first, '.git'))) {
        cpSync(first, path, { recursive: true, preserveTimestamps: true });
        setRemote(join(path, '.git/config'), original, place);
      } else {
        git(place, 'clone', '-q', ...flags, `file://${folder}`, path);
      }
      return path;
    },
  };
}

export function commitFile(folder: string, path: string, text: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return git(folder, ...inTurn(['add', '-A'], ['commit', '-q', '-m', `change ${path}`], ['rev-parse', 'HEAD']));
}

/** The notes of the finished runs on a state's ref, newest first. A commit that was edited by hand has none. */
export const runsOn = (repository: string, ref = 'refs/gitcast/state/production'): readonly RunNote[] =>
  git(repository, 'log', '--first-parent', '--format=%H', ref)
    .split('\n')
    .flatMap((commit) => ifPossible(() => readNote(git(repository, 'show', `${commit}:run.json`), commit)) ?? [])
    .filter(({ finished }) => finished);

export function storeIn(clone: string, options: Partial<GitStoreOptions> = {}): GitStore {
  const folder = join(clone, '.gitcast/git-state');
  return new GitStore({
    env: process.env,
    root: clone,
    content: ['content'],
    folder,
    target: 'production',
    identity: IDENTITY,
    clock: clockOfTest(),
    ...options,
  });
}
