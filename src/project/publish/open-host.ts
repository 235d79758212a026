/** Makes the host that the configuration describes. */
import { resolve } from 'node:path';
import type { Config, PublishTo } from '../../config/config.ts';
import { assertNever } from '../../diagnostics/errors.ts';
import type { PublishHost } from '../../publish/publish-host.ts';
import { findRemote } from '../../git/remote.ts';
import { gitHost } from '../../publish/hosts/git-host.ts';
import { sshHost } from '../../publish/hosts/ssh-host.ts';
import { folderHost } from '../../publish/hosts/folder-host.ts';
import { shownFrom } from '../../repository/repository.ts';
import type { Outside } from '../outside.ts';
import { gitOf } from '../../repository/project-git.ts';
import { refuseSources } from './places.ts';

export async function openHost(
  config: Config,
  to: PublishTo,
  outside: Outside,
  { takeOver }: { readonly takeOver: boolean },
): Promise<PublishHost> {
  switch (to.to) {
    case 'folder': {
      refuseSources(config, to, outside.folder);
      const path = resolve(config.root, to.path);
      return folderHost({
        path,
        link: to.link,
        takeOver,
        where: to.path.startsWith('/') ? path : shownFrom(outside.folder, path),
      });
    }
    case 'ssh': {
      // From the environment alone: `.env` is part of a checkout, and a pull request may add one.
      const { host, user, port, path, link } = to;
      const [command, env] = [config.environment('GITCAST_SSH'), config.programEnvironment()];
      return sshHost({ host, user, port, path, link, command, env, takeOver });
    }
    case 'git': {
      const git = gitOf(config);
      const remote = await findRemote(git, to.remote);
      return gitHost({ git, remote, branch: to.branch, configFile: config.file, takeOver });
    }
    default:
      return assertNever(to);
  }
}
