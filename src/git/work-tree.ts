/** What git knows of the files below a folder: which of them hold something that no commit has. */
import { UserError } from '../diagnostics/errors.ts';
import { gitIn, NoGit, type Attempt } from './git.ts';

export interface WorkTree {
  /** Whether files, by their path below the folder, are changed, untracked or ignored: overwriting one loses something. */
  readonly uncommitted: () => Promise<(path: string) => boolean>;
}

/** Outside of a repository, and without git, there is no commit to compare with: no file counts as uncommitted. */
export function gitWorkTree(folder: string): WorkTree {
  return {
    async uncommitted() {
      const prefix = await prefixOf(folder);
      if (prefix === undefined) return () => false;
      const options = ['--porcelain=v1', '-z', '--untracked-files=all', '--ignored=matching', '--no-renames'];
      return among(pathsIn(await said(folder, ['status', ...options, '--', '.']), prefix));
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

/** The way from the root of the repository. Undefined outside of one, where there is no folder yet, and without git. */
async function prefixOf(folder: string): Promise<string | undefined> {
  try {
    const said = await gitIn(folder).attempt(['rev-parse', '--show-prefix']);
    if (!said.ok && !said.isOutside) throw refused(said);
    return said.ok ? said.text.replace(/\n$/, '') : undefined;
  } catch (error) {
    if (error instanceof NoGit) return undefined;
    throw error;
  }
}

async function said(folder: string, words: readonly string[]): Promise<string> {
  const attempt = await gitIn(folder).attempt(words);
  if (attempt.ok) return attempt.text;
  throw refused(attempt);
}

const refused = ({ reason, suggestion = 'run `git status` here and follow what it says' }: Attempt): UserError =>
  new UserError(`git does not say which files are changed: ${reason}`, {
    suggestion: `${suggestion}; --force goes on without git`,
  });
