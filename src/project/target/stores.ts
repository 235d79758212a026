/** The store of a target's state. */
import { join } from 'node:path';
import type { Config, RemoteTarget, Target } from '../../config/config.ts';
import { overlayFolder } from '../../content/files.ts';
import { UserError } from '../../diagnostics/errors.ts';
import { option, worded } from '../../diagnostics/wording.ts';
import { NoGit } from '../../git/git.ts';
import { isLoopback } from '../../machine/loopback.ts';
import type { TargetIdentity } from '../../model/target-identity.ts';
import type { BelongingOptions } from '../../state/belonging.ts';
import { createFileStore } from '../../state/file/file-store.ts';
import { GitStore } from '../../state/git/git-store.ts';
import { recordedIdentities } from '../../state/git/recorded-identities.ts';
import type { StateStore } from '../../state/store.ts';
import { shownFrom } from '../files/repository.ts';
import { CONFIG_FILE } from '../settings/load-config.ts';
import { identityOf, knownIdentity } from './identity.ts';
import { standingOfFolder } from './renamed-folder.ts';
import { actorOf } from './this-run.ts';
import { gitOf } from '../settings/project-git.ts';

/** The store of a target, without a connection to the target. */
export const openStore = (config: Config, target: Target): StateStore =>
  storeOf(config, target, { target: target.name, identity: knownIdentity(config, target) });

/** For remote targets under .gitcast/state/ or on a ref, as configured; for the embedded service beside its database. */
export function storeOf(config: Config, target: Target, belonging: BelongingOptions): StateStore {
  const folderOf = (name: string): string => join(config.root, '.gitcast', name);
  if (target.type === 'embedded')
    return createFileStore({ folder: folderOf('service-state'), startsAnew: true, ...belonging });
  return config.state === 'git'
    ? gitStoreOf(config, belonging)
    : createFileStore({ folder: folderOf('state'), ...followingRenames(config, belonging) });
}

const followingRenames = (config: Config, belonging: BelongingOptions): BelongingOptions => ({
  ...belonging,
  standingOf: (folder) => standingOfFolder(config, belonging.identity, folder),
});

/** The store of a target whose runs are recorded. */
export function recordingStore(config: Config, target: Target): GitStore {
  if (config.state === 'git' && target.type === 'remote')
    return gitStoreOf(config, { target: target.name, identity: knownIdentity(config, target) });
  throw new UserError(`the runs of ${target.name} are not recorded`, {
    suggestion:
      target.type === 'embedded'
        ? worded`only runs on remote targets are recorded: pass one with ${option('target')}`
        : 'set `state: git` in gitcast.config.yaml; with `state: file`, `git log .gitcast/state/` shows what was committed',
  });
}

/** The target that the shared state was made for, if the state has it. */
export async function recordedIdentity(config: Config, target: RemoteTarget): Promise<TargetIdentity | undefined> {
  if (config.state !== 'git') return undefined;
  return gitStoreOf(config, { target: target.name, identity: identityOf(config, target) }).recorded();
}

/** The targets on other hosts that states of this repository were made for; none without git. */
export async function recordedElsewhere(config: Config): Promise<readonly TargetIdentity[]> {
  try {
    const identities = await recordedIdentities(gitOf(config));
    return identities.filter(({ baseUrl }) => !isLoopback(URL.parse(baseUrl)?.hostname ?? ''));
  } catch (error) {
    if (error instanceof NoGit) return [];
    throw error;
  }
}

/** Relative to the folder of the configuration. */
export const contentFolders = ({ root, content, sharedFolders }: Config, target: string): readonly string[] => [
  content,
  overlayFolder(content, target),
  ...sharedFolders.map((folder) => shownFrom(root, join(folder, 'content'))),
];

/** The sent content also depends on settings, such as the time zone and the address of the site. */
export const contentSources = (config: Config, target: string): readonly string[] => [
  ...contentFolders(config, target),
  CONFIG_FILE,
];

function gitStoreOf(config: Config, belonging: BelongingOptions): GitStore {
  const { root, stateRemote } = config;
  const content = contentFolders(config, belonging.target);
  const sources = contentSources(config, belonging.target);
  const folder = join(root, '.gitcast/git-state');
  return new GitStore({
    root,
    env: config.programEnvironment(),
    content,
    sources,
    folder,
    remote: stateRemote,
    actor: actorOf(config),
    ...followingRenames(config, belonging),
  });
}
