import type { Config, Target } from '../../config/config.ts';
import { probePush } from '../../git/probe-push.ts';
import { findRemote } from '../../git/remote.ts';
import { readSettings } from '../../git/git-settings.ts';
import { namespaceOf } from '../../state/git/state-ref.ts';
import type { Outside } from '../outside.ts';
import { gitOf } from '../../repository/project-git.ts';
import { knownIdentity } from '../../target/identity.ts';
import { check, type Finding } from './check.ts';

/** A run that cannot push could not record what it sent. Nothing to check if the state is not on a remote. */
export async function pushChecks(config: Config, target: Target, { now }: Outside): Promise<readonly Finding[]> {
  if (config.state !== 'git' || target.type !== 'remote') return [];
  const git = gitOf(config);
  const settings = await readSettings(git);
  const remote = await findRemote(git, config.stateRemote, settings);
  if (!remote) return [];
  const { name = 'gitcast', email = 'gitcast@localhost' } = settings.author;
  const below = namespaceOf(knownIdentity(config, target).folder);
  const probe = { git, remote, settings, author: { name, email }, below, now: now().getTime() };
  const looked = async (): Promise<string> => {
    await probePush(probe);
    return `${remote.name} accepts refs below ${below}${settings.isSigning ? ', and commits are signed' : ''}`;
  };
  return [await check('push', looked)];
}
