/** Repositories with a history of any shape, written by one `git fast-import`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from '../cli/in-memory.ts';
import { copyOf } from '../git/copies.ts';

export interface MadeCommit {
  /** The name by which others refer to it; the last one is HEAD. */
  readonly name?: string;
  /** By default the one before it in the list. */
  readonly parents?: readonly string[];
  /** ISO time of the commit. */
  readonly at?: string;
  /** By path from the root; null deletes. */
  readonly files?: Readonly<Record<string, string | null>>;
}

/** The first of May 2027, and a day later for each commit. */
const FIRST_DAY = Date.parse('2027-05-01T12:00:00Z');
const DAY = 86_400_000;

export const dayOf = (index: number): number => FIRST_DAY + index * DAY;

/** A repository with these commits, the last one checked out. */
export function importHistory(commits: readonly MadeCommit[], folder = folderWith({})): Imported {
  const imported = importCommits(commits, folder);
  if (commits.length > 0) imported.git('checkout', '-q', '-f', 'main');
  return imported;
}

/** The same without files in its work tree, which the history does not depend on. The folders are empty. */
export function importWithoutFiles(commits: readonly MadeCommit[], folders: readonly string[]): Imported {
  const imported = importCommits(commits, folderWith({}));
  for (const each of folders) mkdirSync(join(imported.folder, each), { recursive: true });
  return imported;
}

function importCommits(commits: readonly MadeCommit[], folder: string): Imported {
  const git = (words: readonly string[], input = ''): string =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', input }).trim();
  const nameOf = (index: number): string => commits[index]!.name ?? String(index);
  const marks = new Map(commits.map((_, index) => [nameOf(index), index + 1]));
  const stream = commits.map(({ parents, at, files = {} }, index) => {
    const seconds = (at === undefined ? dayOf(index) : Date.parse(at)) / 1000;
    const from = (parents ?? (index === 0 ? [] : [nameOf(index - 1)])).map((name) => `:${marks.get(name)}`);
    return [
      index > 0 && from.length === 0 ? 'reset refs/heads/main\n' : '',
      `commit refs/heads/main\nmark :${index + 1}\ncommitter Ana <ana@example.org> ${seconds} +0000\ndata 0\n`,
      ...from.map((parent, number) => `${number === 0 ? 'from' : 'merge'} ${parent}\n`),
      ...Object.entries(files).map(([path, text]) =>
        text === null ? `D ${path}\n` : `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
      ),
    ].join('');
  });
  copyOf('an empty repository', folder, (made) => {
    execFileSync('git', ['init', '-q', '--initial-branch=main', made]);
  });
  if (commits.length > 0) git(['fast-import', '--quiet', '--force', '--date-format=raw'], stream.join(''));
  return { folder, git: (...words) => git(words) };
}

export interface Imported {
  readonly folder: string;
  readonly git: (...words: readonly string[]) => string;
}

/** A clone with the last commit only, in a folder of the other one's. */
export function importShallow(origin: string, folder: string): string {
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${origin}`, clone]);
  return clone;
}
