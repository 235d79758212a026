/** A repository and the bare one that is its `origin`, without starting git where copying files does the same. */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, initRemote } from '../state/clones.ts';
import { copyOf, setRemote } from './copies.ts';

/** A repository without commits in this folder, and the remote that is its `origin`. */
export function copyEmptyRepositories(folder: string, remote: string): void {
  copyOf('an empty remote', remote, initRemote);
  const repository = join(folder, '.git');
  copyOf('an empty repository with a remote', repository, (made) => {
    git(made, 'init', '-q', '--template=', '.');
    git(made, 'remote', 'add', 'origin', 'file://REMOTE');
    for (const name of readdirSync(join(made, '.git'))) renameSync(join(made, '.git', name), join(made, name));
    rmSync(join(made, '.git'), { recursive: true });
  });
  setRemote(join(repository, 'config'), 'REMOTE', remote);
}

/** Leaves both repositories as `git push --force origin HEAD:main` would, which starts six processes. */
export function pushHead(repository: string, remote: string): string {
  const commit = headIn(repository);
  cpSync(join(repository, 'objects'), join(remote, 'objects'), { recursive: true, force: false });
  mkdirSync(join(repository, 'refs/remotes/origin'), { recursive: true });
  for (const ref of [join(remote, 'refs/heads/main'), join(repository, 'refs/remotes/origin/main')])
    writeFileSync(ref, `${commit}\n`);
  return commit;
}

function headIn(repository: string): string {
  const head = readFileSync(join(repository, 'HEAD'), 'utf8').trim();
  return head.startsWith('ref: ') ? readFileSync(join(repository, head.slice(5)), 'utf8').trim() : head;
}
