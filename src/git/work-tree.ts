/** Finds files below a folder with content that is in no commit. */
import { UserError } from '../diagnostics/errors.ts';
import { gitIn, listed, NoGit, type Attempt, type Git, type GitEnvironment } from './git.ts';

export interface WorkTree {
  /**
   * True for files, by their path below the folder, that are changed, untracked or ignored: overwriting one loses
   * content.
   */
  readonly uncommitted: () => Promise<(path: string) => boolean>;
}

/** Outside a repository, and without git, there is no commit to compare with: no file counts as uncommitted. */
export function gitWorkTree(folder: string, env: GitEnvironment): WorkTree {
  const git = gitIn(folder, env);
  return {
    async uncommitted() {
      const prefix = await prefixOf(git);
      if (prefix === undefined) return () => false;
      const options = ['--porcelain=v1', '-z', '--untracked-files=all', '--ignored=matching', '--no-renames'];
      const status = await git.attempt(['status', ...options, '--', '.']);
      if (!status.ok) throw refused(status);
      return among(pathsIn(status.text, prefix));
    },
  };
}

export function memoryWorkTree(paths: readonly string[]): WorkTree {
  return { uncommitted: async () => among(paths) };
}

/** Git may list a folder instead of its files if all of them are untracked or ignored. */
function among(paths: readonly string[]): (path: string) => boolean {
  const files = new Set(paths);
  const folders = paths.filter((path) => path.endsWith('/') || path === '');
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}

/** Each entry is two letters, a space, and a path from the root of the repository. */
function pathsIn(status: string, prefix: string): readonly string[] {
  return listed(status).flatMap((entry) => {
    const path = entry.slice(3);
    if (path.startsWith(prefix)) return [path.slice(prefix.length)];
    // A parent folder of ours, ignored as a whole.
    return path.endsWith('/') && prefix.startsWith(path) ? [''] : [];
  });
}

/**
 * The folder's path from the root of the repository. Undefined outside a repository, if the folder does not exist, and
 * without git.
 */
async function prefixOf(git: Git): Promise<string | undefined> {
  try {
    const said = await git.attempt(['rev-parse', '--show-prefix']);
    if (!said.ok && !said.isOutside) throw refused(said);
    return said.ok ? said.text.replace(/\n$/, '') : undefined;
  } catch (error) {
    if (error instanceof NoGit) return undefined;
    throw error;
  }
}

const refused = ({ reason, suggestion = 'run `git status` here and follow its advice' }: Attempt): UserError =>
  new UserError(`cannot read the list of changed files from git: ${reason}`, {
    suggestion: `${suggestion}; or pass --force to continue without git`,
  });
