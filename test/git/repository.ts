import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderWith } from '../cli/in-memory.ts';

type Files = Readonly<Record<string, string>>;

let commits = 0;

/** A real repository with one commit on `main`, and the actions of the person who works in it. */
export class GitRepository {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  git(...words: readonly string[]): string {
    const identity = ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', '-c', 'init.defaultBranch=main'];
    return execFileSync('git', ['-C', this.folder, ...identity, ...words], { encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  /** Without the message, the same change twice in one second would be the same commit. */
  commit(files: Files, message = `work ${++commits}`): string {
    this.write(files);
    this.git('add', '.');
    this.git('commit', '-qm', message);
    return this.git('rev-parse', 'HEAD');
  }

  /** The text of a file at a commit or branch. */
  at(name: string, path: string): string {
    return execFileSync('git', ['-C', this.folder, 'show', `${name}:${path}`], { encoding: 'utf8', stdio: 'pipe' });
  }

  /** Everything that a person could notice in the checkout. */
  checkout(): string {
    return [
      ['status', '--porcelain', '--ignored'],
      ['stash', 'list'],
      ['diff'],
      ['diff', '--cached'],
      ['worktree', 'list'],
    ]
      .concat([
        ['rev-parse', 'HEAD'],
        ['symbolic-ref', 'HEAD'],
      ])
      .map((words) => this.git(...words))
      .join('\n');
  }
}

export function gitRepository(files: Files = {}): GitRepository {
  const repository = new GitRepository(folderWith());
  repository.git('init', '-q');
  repository.commit({ 'README.md': 'Harbour\n', ...files }, 'begin');
  return repository;
}

/** A bare repository as the server, with the same content, which the given one pushes to. */
export function withServer(repository: GitRepository): GitRepository {
  const server = new GitRepository(folderWith());
  server.git('init', '-q', '--bare');
  repository.git('remote', 'add', 'origin', server.folder);
  repository.git('push', '-q', '--set-upstream', 'origin', 'main');
  return server;
}
