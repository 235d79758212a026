/** Tells a configuration that was renamed from a copy, and from a checkout that is older than the renaming. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Config } from '../../config/config.ts';
import { topAbove } from '../../git/folder-in-repository.ts';
import { NoGit, type Git } from '../../git/git.ts';
import { wasInHistory } from '../../git/fetch-commit.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import type { FolderStanding } from '../../state/belonging.ts';
import { CONFIG_FILE } from '../settings/load-config.ts';
import { gitOf } from '../settings/project-git.ts';
import { managesBroadcast } from '../settings/targets-in-text.ts';

/** The standing of another folder that a state of this broadcast was made for. */
export async function standingOfFolder(
  config: Config,
  identity: TargetIdentity,
  folder: string,
): Promise<FolderStanding> {
  const git = gitOf(config);
  try {
    if (await isManagedTwice(git, config, identity)) return 'in-use';
    const before = posix.join(folder, config.file);
    return (await wasInHistory(git, before, { remote: config.stateRemote })) ? 'renamed' : 'not-here';
  } catch (error) {
    if (error instanceof NoGit) return 'in-use';
    throw error;
  }
}

/** True if another configuration in the repository manages the broadcast, also one that a sparse checkout leaves out. */
async function isManagedTwice(git: Git, { root, file }: Config, identity: TargetIdentity): Promise<boolean> {
  const top = topAbove(realpathSync(root));
  if (top === undefined) return true;
  const names = [...new Set([CONFIG_FILE, file])].map((name) => `:(top,glob)**/${name}`);
  const listed = await git.run(['ls-files', '-z', '-t', '-co', '--exclude-standard', '--full-name', '--', ...names]);
  const own = posix.join(identity.folder, file);
  const others = listed.split('\0').filter((entry) => entry !== '' && entry.slice(2) !== own);
  const texts = others.map((entry) => textOf(git, { top, path: entry.slice(2), isSparse: entry.startsWith('S') }));
  return (await Promise.all(texts)).some((text) => managesBroadcast(text, identity));
}

async function textOf(
  git: Git,
  { top, path, isSparse }: { readonly top: string; readonly path: string; readonly isSparse: boolean },
): Promise<string> {
  if (isSparse) return git.run(['show', `:${path}`]);
  const here = join(top, path);
  return existsSync(here) ? readFileSync(here, 'utf8') : '';
}
