/** What git knows of the files below a folder: which of them hold something that no commit has. */
import { execFile } from 'node:child_process';
import { UserError } from '../diagnostics/errors.ts';

export interface WorkTree {
  /** Whether files, by their path below the folder, are changed, untracked or ignored: overwriting one loses something. */
  readonly uncommitted: () => Promise<(path: string) => boolean>;
}

/** Outside of a repository, and without git, there is no commit to compare with: no file counts as uncommitted. */
export function gitWorkTree(folder: string): WorkTree {
  return {
    async uncommitted() {
      const where = await git(folder, ['rev-parse', '--show-prefix']);
      if (where.type === 'none') return () => false;
      const options = ['--porcelain=v1', '-z', '--untracked-files=all', '--ignored=matching', '--no-renames'];
      const status = await git(folder, ['status', ...options, '--', '.']);
      if (status.type === 'none') return () => false;
      return among(pathsIn(status.text, where.text.replace(/\n$/, '')));
    },
  };
}

export function memoryWorkTree(paths: readonly string[]): WorkTree {
  return { uncommitted: async () => among(paths) };
}

/** A folder of which everything is untracked or ignored may be named instead of its files. */
function among(paths: readonly string[]): (path: string) => boolean {
  const files = new Set(paths);
  const folders = paths.filter((path) => path.endsWith('/') || path === '');
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}

/** Each entry is two letters, a space, and a path from the root of the repository. */
function pathsIn(status: string, prefix: string): readonly string[] {
  const paths = status
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.slice(3));
  return paths.flatMap((path) => {
    if (path.startsWith(prefix)) return [path.slice(prefix.length)];
    // A folder around ours, ignored as a whole.
    return path.endsWith('/') && prefix.startsWith(path) ? [''] : [];
  });
}

type Said = { readonly type: 'said'; readonly text: string } | { readonly type: 'none' };

const MOST_OUTPUT = 256 * 1024 * 1024;

function git(folder: string, words: readonly string[]): Promise<Said> {
  // Its messages are read below, so they have to be in one language; and asking must not lock out another git.
  const env = { ...process.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
  return new Promise((resolve, reject) => {
    execFile('git', ['-C', folder, ...words], { env, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      if (!error) resolve({ type: 'said', text: stdout });
      else if (error.code === 'ENOENT' || isOutside(stderr)) resolve({ type: 'none' });
      else reject(refused(stderr || error.message));
    });
  });
}

/** No repository around the folder, or no folder yet. */
const isOutside = (stderr: string): boolean =>
  /not a git repository|cannot change to .*: No such file or directory/i.test(stderr);

const refused = (said: string): UserError =>
  new UserError(`git does not say which files are changed: ${said.trim().split('\n')[0]}`, {
    suggestion: 'run `git status` here and follow what it says; --force goes on without git',
  });
