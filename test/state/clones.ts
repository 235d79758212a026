/** A bare repository as the remote, and clones of it, for the duration of a test. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GitStore, type GitStoreOptions } from '../../src/state/git/git-store.ts';
import { IDENTITY } from './identity.ts';
import { temporaryFolder } from './temporary-folder.ts';

export function git(folder: string, ...words: readonly string[]): string {
  const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...author, ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

export interface Remote {
  /** The bare repository. */
  readonly folder: string;
  readonly clone: (...flags: readonly string[]) => string;
}

export function newRemote(): Remote {
  const folder = join(temporaryFolder(), 'remote.git');
  git(dirname(folder), 'init', '--bare', '-q', folder);
  const first = join(dirname(folder), 'first');
  git(dirname(folder), 'clone', '-q', folder, first);
  commitFile(first, 'content/broadcast.yaml', 'name: Harbour festival\n');
  git(first, 'push', '-q', 'origin', 'HEAD:main');
  let clones = 0;
  return {
    folder,
    clone: (...flags) => {
      const path = join(dirname(folder), `clone-${++clones}`);
      git(dirname(folder), 'clone', '-q', ...flags, `file://${folder}`, path);
      return path;
    },
  };
}

export function commitFile(folder: string, path: string, text: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', `change ${path}`);
  return git(folder, 'rev-parse', 'HEAD');
}

export function storeIn(clone: string, options: Partial<GitStoreOptions> = {}): GitStore {
  const folder = join(clone, '.gitcast/git-state');
  return new GitStore({
    root: clone,
    content: ['content'],
    folder,
    target: 'production',
    identity: IDENTITY,
    ...options,
  });
}
