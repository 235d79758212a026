/** The files in some folders that differ between two commits, and their current state in the work tree. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { listed, type Git } from './git.ts';

export interface ChangedFile {
  /** Relative to the folder that git runs in, like the folder names. */
  readonly path: string;
  /** The blob in the first commit and in the second; undefined if the file is absent. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The content of the work tree, as the blob it would become. */
  readonly now: string | undefined;
}

/** A file in the output of `diff --raw -z`. Of a merge, there is a mode and an id for each parent, and for the merge. */
export interface RawChange {
  /** The commit, if git was asked for several. */
  readonly commit: string;
  readonly modes: readonly string[];
  readonly ids: readonly string[];
  /** A letter, and the similarity in percent of a rename. */
  readonly status: string;
  readonly path: string;
  /** The former path, if git was asked for renames. */
  readonly from?: string;
}

/** Each commit is its id, then for each file its modes, ids and status, and its path. */
export function rawChanges(output: string): readonly RawChange[] {
  const parts = listed(output);
  const changes: RawChange[] = [];
  let commit = '';
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!;
    if (!part.startsWith(':')) {
      commit = part;
      continue;
    }
    const sides = /^:+/.exec(part)![0].length + 1;
    const words = part.slice(sides - 1).split(' ');
    const [modes, ids, status] = [words.slice(0, sides), words.slice(sides, sides * 2), words.at(-1)!];
    const from = /^[CR]\d/.test(status) ? { from: parts[++at]! } : {};
    changes.push({ commit, modes, ids, status, path: parts[++at]!, ...from });
  }
  return changes;
}

export async function changedFiles(
  git: Git,
  from: string,
  to: string,
  folders: readonly string[],
): Promise<readonly ChangedFile[]> {
  const words = ['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff', '--relative'];
  const said = await git.run(['--literal-pathspecs', ...words, from, to, '--', ...folders]);
  const files = rawChanges(said).map(({ path, ids: [before, after] }) => ({
    path,
    before: blobOf(before!),
    after: blobOf(after!),
  }));
  const present = await workTreeBlobs(
    git,
    files.map(({ path }) => path),
  );
  return files.map((file) => ({ ...file, now: present.get(file.path) }));
}

const blobOf = (id: string): string | undefined => (/^0+$/.test(id) ? undefined : id);

/** Anything other than a plain file has no comparable blob, but it exists. */
const SOMETHING_ELSE = 'something else';

async function workTreeBlobs({ folder, run }: Git, paths: readonly string[]): Promise<Map<string, string>> {
  const found = paths.map((path) => ({ path, stats: lstatSync(join(folder, path), { throwIfNoEntry: false }) }));
  const files = found.filter(({ stats }) => stats?.isFile()).map(({ path }) => path);
  const others = found.flatMap(({ path, stats }) => (stats ? [[path, SOMETHING_ELSE] as const] : []));
  if (files.length === 0) return new Map(others);
  // These paths are relative to the root of the work tree, in every folder.
  const prefix = await run(['rev-parse', '--show-prefix']);
  const input = files.map((path) => `${prefix}${path}\n`).join('');
  const said = await run(['hash-object', '--stdin-paths'], { input });
  const ids = said.split('\n');
  return new Map([...others, ...files.map((path, index) => [path, ids[index]!] as const)]);
}

/** Restores files in the work tree to their content in a commit, and leaves the index alone. */
export async function restoreFiles(git: Git, commit: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const words = ['restore', `--source=${commit}`, '--worktree', '--pathspec-from-file=-', '--pathspec-file-nul'];
  const literal = paths.map((path) => `:(literal)${path}`);
  await git.run(words, { input: literal.join('\0') });
}
