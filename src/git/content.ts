/** Git's view of a folder in the work tree: its commit, its uncommitted changes, and the renames since a commit. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listed, type Git, type GitOptions } from './git.ts';
import { hasCommit } from './objects.ts';

export interface Head {
  readonly commit: string;
  readonly branch?: string;
  /** True if files in the folders differ from the commit. */
  readonly uncommitted: boolean;
}

/** The ids of a commit's trees and blobs at some paths, by path; a missing path is absent. */
export type ContentTrees = Readonly<Record<string, string>>;

/** One entry per commit, in the given order; `paths` are relative to the folder that git runs in. */
export async function treesAt(
  { run }: Git,
  commits: readonly string[],
  paths: readonly string[],
): Promise<ReadonlyMap<string, ContentTrees>> {
  const names = commits.flatMap((commit) => paths.map((path) => `${commit}:./${path}\n`));
  if (names.length === 0) return new Map();
  const said = (await run(['cat-file', '--batch-check=%(objectname)'], { input: names.join('') })).split('\n');
  return new Map(
    commits.map((commit, index) => {
      const ids = said.slice(index * paths.length, (index + 1) * paths.length);
      const found = paths.flatMap((path, at) => (/^[0-9a-f]+$/.test(ids[at]!) ? [[path, ids[at]!] as const] : []));
      return [commit, Object.fromEntries(found)];
    }),
  );
}

/** Undefined before the first commit. */
export async function headOf({ attempt }: Git, folders: readonly string[]): Promise<Head | undefined> {
  const status = ['status', '--porcelain=v2', '--branch', '--no-ahead-behind', '-z', '--untracked-files=all'];
  const { ok, text } = await attempt(['--literal-pathspecs', ...status, '--', ...folders]);
  if (!ok) return headWithoutStatus(attempt);
  const lines = listed(text);
  const header = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`# ${name} `))?.slice(name.length + 3);
  const [commit, branch] = [header('branch.oid'), header('branch.head')];
  if (commit === undefined || commit === '(initial)') return undefined;
  return {
    commit,
    ...(branch !== undefined && branch !== '(detached)' && { branch }),
    uncommitted: lines.some((line) => !line.startsWith('# ')),
  };
}

/** If git cannot compare the files, they count as uncommitted. */
async function headWithoutStatus(attempt: Git['attempt']): Promise<Head | undefined> {
  const head = await attempt(['rev-parse', '--verify', '-q', 'HEAD^{commit}']);
  if (!head.ok) return undefined;
  const branch = (await attempt(['symbolic-ref', '--short', '-q', 'HEAD'])).text.trim();
  return { commit: head.text.trim(), ...(branch !== '' && { branch }), uncommitted: true };
}

export interface Rename {
  /** Relative to the folder. */
  readonly from: string;
  readonly to: string;
  /** The part of the text that is the same, in percent. */
  readonly similarity: number;
}

/**
 * Renames between a commit and the current files, including untracked ones; none if the commit is not in this clone.
 */
export async function renamesSince(git: Git, commit: string, folder: string): Promise<readonly Rename[]> {
  if (!(await hasCommit(git, commit))) return [];
  return withUntracked(git, [folder], async (env) => {
    const words = ['diff', '--no-ext-diff', '--no-textconv', '--find-renames', '-l0', '--diff-filter=R', '--relative'];
    const said = await git.run(['-C', folder, ...words, '--name-status', '-z', commit, '--', '.'], { env });
    const parts = said.split('\0');
    return Array.from({ length: Math.floor(parts.length / 3) }, (_, index): Rename => {
      const [status, from, to] = parts.slice(index * 3, index * 3 + 3) as [string, string, string];
      return { from, to, similarity: Number(status.slice(1)) };
    });
  });
}

/** Git with a copy of the index, in which the untracked files of folders are registered without leaving a trace. */
export async function withUntracked<T>(
  git: Git,
  folders: readonly string[],
  use: (env: NonNullable<GitOptions['env']>) => Promise<T>,
): Promise<T> {
  const temporary = mkdtempSync(join(tmpdir(), 'gitcast-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(temporary, 'index') };
    const index = resolve(git.folder, await git.run(['rev-parse', '--git-path', 'index']));
    // By its time, git knows which files it has to compare because they were written in the same second.
    if (existsSync(index)) cpSync(index, env.GIT_INDEX_FILE, { preserveTimestamps: true });
    // This fails for a folder that is ignored or missing: then only tracked files are compared.
    for (const folder of folders) await git.attempt(['add', '--intent-to-add', '--', folder], { env });
    return await use(env);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
