/** The files in some folders that differ from the last commit, tracked or not: what a commit of them would contain. */
import { rawChanges } from './raw-changes.ts';
import { withUntracked } from './content.ts';
import type { Attempt, Git } from './git.ts';
import { readObjects } from './objects.ts';

export interface UncommittedFile {
  /** Relative to the folder that git runs in, like the folder names. */
  readonly path: string;
  readonly state: 'new' | 'changed' | 'deleted' | 'renamed';
  /** Its former path, if it was renamed. */
  readonly from?: string;
  /** It is a symbolic link, or was one. */
  readonly isLink: boolean;
  /** Its text in the last commit, if it had one there. */
  readonly before?: string;
  /** The changed lines with a few around them, without git's header. */
  readonly diff: string;
}

/** `isText`: false for files whose bytes are not needed. */
export async function uncommittedFiles(
  git: Git,
  folders: readonly string[],
  isText: (path: string) => boolean,
): Promise<readonly UncommittedFile[]> {
  await git.run(['rev-parse', '--git-dir']);
  const base = (await lastCommit(git)) ?? (await git.run(['hash-object', '-t', 'tree', '--stdin']));
  const [raw, patch] = await withUntracked(git, folders, (env) =>
    Promise.all([
      git.run([...DIFF, '--raw', '-z', base, '--', ...folders], { env }),
      git.run([...DIFF, '--patch', base, '--', ...folders], { env }),
    ]),
  );
  const changes = rawChanges(raw);
  const hunks = patch
    .split(/^diff --git .*\n/m)
    .slice(1)
    .map(withoutHeader);
  const blobs = changes.flatMap(({ path, ids: [before] }) => (isText(path) && !/^0+$/.test(before!) ? [before!] : []));
  const texts = await readObjects(git, [...new Set(blobs)]);
  return changes.map(({ path, from, status, modes, ids: [before] }) => {
    const text = texts.get(before!)?.toString();
    // A file that became a link, or a link that became a file, is removed and added.
    const parts = hunks.splice(0, status === 'T' ? 2 : 1);
    return {
      path,
      state: STATES[status[0]!] ?? 'changed',
      ...(from !== undefined && { from }),
      // The mode of a symbolic link.
      isLink: modes.includes('120000'),
      ...(text !== undefined && { before: text }),
      diff: parts.join(''),
    };
  });
}

const DIFF = [
  '--literal-pathspecs',
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--relative',
  '--find-renames',
  '--ignore-submodules',
  '--no-abbrev',
];

const STATES: Readonly<Record<string, UncommittedFile['state']>> = { A: 'new', D: 'deleted', R: 'renamed' };

/** Empty for a file that was only renamed, and for binary files. */
function withoutHeader(patch: string): string {
  const start = patch.search(/^@@ /m);
  return start === -1 ? '' : patch.slice(start);
}

/** Undefined before the first commit. */
export async function lastCommit({ attempt }: Git): Promise<string | undefined> {
  const { ok, text } = await attempt(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  return ok ? text.trim() : undefined;
}

/** In the index, these files are again as in the last commit. */
export function unstage({ attempt }: Git, paths: readonly string[]): Promise<Attempt> {
  return attempt(['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'], { input: pathspecs(paths) });
}

/** For `--pathspec-file-nul`: none of them is a pattern. */
export const pathspecs = (paths: readonly string[]): string => paths.map((path) => `:(literal)${path}`).join('\0');

/** A file as a checkout of the last commit writes it; undefined if it has no such file. */
export async function committedBytes({ attempt }: Git, path: string): Promise<Uint8Array | undefined> {
  const { ok, bytes } = await attempt(['cat-file', '--filters', `HEAD:./${path}`]);
  return ok ? bytes : undefined;
}
