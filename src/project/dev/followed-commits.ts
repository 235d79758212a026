/** Commits and checkouts, which `dev` follows too: pages show when a document was changed. */
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { gitIn, NoGit } from '../../git/git.ts';
import { watch, type Watch, type WatchEvents } from '../../preview/watch.ts';

/** Undefined if the content is in no repository. */
export async function watchCommits(
  config: Config,
  events: Pick<WatchEvents, 'onChange' | 'onProblem'>,
): Promise<Watch | undefined> {
  const file = await logOfHead(config);
  // Before the first commit there is no folder for it either.
  return file === undefined ? undefined : watch({ root: dirname(dirname(file)), folders: [], files: [file] }, events);
}

/** Git adds a line to this file whenever `HEAD` points to a different commit. */
async function logOfHead(config: Config): Promise<string | undefined> {
  const content = join(config.root, config.content);
  try {
    const { ok, text } = await gitIn(content, config.programEnvironment()).attempt([
      'rev-parse',
      '--git-path',
      'logs/HEAD',
    ]);
    return ok ? resolve(content, text.trimEnd()) : undefined;
  } catch (error) {
    if (error instanceof NoGit) return undefined;
    throw error;
  }
}
