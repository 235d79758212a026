import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, writeInto } from '../cli/in-memory.ts';
import { copyOf, setRemote } from './copies.ts';
import { inTurn } from './in-turn.ts';

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
    writeInto(this.folder, files);
  }

  /** Without the message, the same change twice in one second would be the same commit. */
  commit(files: Files, message = `work ${++commits}`): string {
    this.write(files);
    return this.inTurn(['add', '.'], ['commit', '-qm', message], ['rev-parse', 'HEAD']);
  }

  /** The output of commands of git, one after the other. */
  inTurn(...commands: readonly (readonly string[])[]): string {
    return this.git(...inTurn(...commands));
  }

  /** The text of a file at a commit or branch. */
  at(name: string, path: string): string {
    return execFileSync('git', ['-C', this.folder, 'show', `${name}:${path}`], { encoding: 'utf8', stdio: 'pipe' });
  }

  /** Everything that a person could notice in the checkout. */
  checkout(): string {
    return this.inTurn(
      ['status', '--porcelain', '--ignored'],
      ['stash', 'list'],
      ['diff'],
      ['diff', '--cached'],
      ['worktree', 'list'],
      ['rev-parse', 'HEAD'],
      ['symbolic-ref', 'HEAD'],
    );
  }
}

export function gitRepository(files: Files = {}): GitRepository {
  const repository = new GitRepository(folderWith());
  copyOf(`repository with ${JSON.stringify(files)}`, repository.folder, (folder) => begin(folder, files));
  return repository;
}

function begin(folder: string, files: Files): GitRepository {
  const repository = new GitRepository(folder);
  repository.git('init', '-q');
  repository.commit({ 'README.md': 'Harbour\n', ...files }, 'begin');
  return repository;
}

/** Both at once, which takes no start of git after the first time. */
export function gitRepositoryWithServer(files: Files = {}): { person: GitRepository; server: GitRepository } {
  const folder = folderWith();
  const [person, server] = ['person', 'server.git'].map((name) => join(folder, name)) as [string, string];
  const copied = copyOf(`repository and server with ${JSON.stringify(files)}`, folder, (made) => {
    for (const name of ['person', 'server.git']) mkdirSync(join(made, name));
    connect(begin(join(made, 'person'), files), new GitRepository(join(made, 'server.git')));
  });
  setRemote(join(person, '.git/config'), copied, folder);
  return { person: new GitRepository(person), server: new GitRepository(server) };
}

/** A bare repository as the server, with the same content, which the given one pushes to. */
export function withServer(repository: GitRepository): GitRepository {
  const server = new GitRepository(folderWith());
  connect(repository, server);
  return server;
}

function connect(repository: GitRepository, server: GitRepository): void {
  server.git('init', '-q', '--bare');
  repository.inTurn(['remote', 'add', 'origin', server.folder], ['push', '-q', '--set-upstream', 'origin', 'main']);
}
