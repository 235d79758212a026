import { execFileSync } from 'node:child_process';

const git = (folder: string, ...words: readonly string[]): void =>
  void execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b.example', ...words]);

/** Makes a repository of the folder, with all of its files in one commit. */
export function commitAll(folder: string): void {
  git(folder, 'init', '-q', '-b', 'main');
  commit(folder);
}

export function commit(folder: string): void {
  stage(folder);
  git(folder, 'commit', '-qm', 'bench');
}

export const stage = (folder: string): void => git(folder, 'add', '.');
