/**
 * The content of the next commit below some folders. Read from git's index, never from the work tree, whose files may
 * have changed since they were staged. A hook runs with variables that name its index and repository relative to its
 * working directory, so git runs there too and never in a different folder.
 */
import { posix } from 'node:path';
import { UserError } from '../diagnostics/errors.ts';
import { rawChanges } from './raw-changes.ts';
import { gitAsCalled, listed, type Git, type GitEnvironment } from './git.ts';
import { readObjectsNow } from './objects.ts';

export interface StagedFile {
  readonly blob: string;
  readonly isLink: boolean;
}

export interface Staged {
  /** All files of the commit, by their path below the folder. */
  readonly files: ReadonlyMap<string, StagedFile>;
  /** All files of the commit before it, in the same way. */
  readonly before: ReadonlyMap<string, StagedFile>;
  /** The paths that the commit adds, changes or deletes. */
  readonly changed: ReadonlySet<string>;
  /** The content of many files at once, by blob. */
  readonly read: (blobs: Iterable<string>) => ReadonlyMap<string, Uint8Array>;
}

/** `folders` are relative to `cwd`; a folder that the commit does not have is empty. */
export async function readStaged(
  cwd: string,
  env: GitEnvironment,
  folders: readonly string[],
): Promise<readonly Staged[]> {
  const git = gitAsCalled(cwd, env);
  const [prefix, files, changes] = await Promise.all([
    ask(git, ['rev-parse', '--show-prefix']),
    ask(git, ['ls-files', '--stage', '--full-name', '-z', '--', ...folders]),
    ask(git, [...STAGED_CHANGES, '--', ...folders]),
  ]);
  const start = prefix.replace(/\n$/, '');
  const entries = listed(files).flatMap(parseEntry);
  const changed = rawChanges(changes).map(({ path, modes: [mode], ids: [blob] }) => ({
    path,
    old: mode === NO_FILE ? undefined : { blob: blob!, isLink: mode === LINK },
  }));
  const read: Staged['read'] = (blobs) => readObjectsNow(git, [...new Set(blobs)]);
  return folders.map((folder) => {
    const root = posix.join(start, folder, '/').replace(/^\.\//, '');
    const below = (path: string): readonly string[] => (path.startsWith(root) ? [path.slice(root.length)] : []);
    const files = new Map(entries.flatMap(([path, file]) => below(path).map((name) => [name, file] as const)));
    const own = changed.flatMap(({ path, old }) => below(path).map((name) => ({ name, old })));
    const before = new Map(files);
    for (const { name, old } of own) {
      if (old) before.set(name, old);
      else before.delete(name);
    }
    return { files, before, changed: new Set(own.map(({ name }) => name)), read };
  });
}

const STAGED_CHANGES = 'diff --cached --raw --no-abbrev --no-renames --no-ext-diff --ignore-submodules -z'.split(' ');

/** A file in conflict has several entries, and the index cannot be committed. */
function parseEntry(entry: string): readonly (readonly [string, StagedFile])[] {
  // `100644 BLOB 0`, a tab and the path.
  const tab = entry.indexOf('\t');
  const [mode, blob, stage] = entry.slice(0, tab).split(' ') as [string, string, string];
  return stage === '0' ? [[entry.slice(tab + 1), { blob, isLink: mode === LINK }]] : [];
}

const NO_FILE = '000000';
const LINK = '120000';

async function ask(git: Git, words: readonly string[]): Promise<string> {
  const { ok, text, reason, suggestion } = await git.attempt(['--literal-pathspecs', ...words]);
  if (ok) return text;
  throw new UserError(`cannot read the staged files from git: ${reason}`, {
    suggestion: suggestion ?? 'run gitcast validate without --staged to check the files in the work tree',
  });
}
