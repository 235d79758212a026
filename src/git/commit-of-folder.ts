import { gitIn, type Attempt, type GitEnvironment } from './git.ts';

/**
 * Whether the clone is shallow, the root of its work tree and its commit, on one line each. Git runs in the folder, which may
 * be in a submodule.
 */
export const askForCommit = (folder: string, env: GitEnvironment): Promise<Attempt> =>
  gitIn(folder, env).attempt(['rev-parse', '--is-shallow-repository', '--show-toplevel', 'HEAD']);
