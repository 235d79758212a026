/**
 * The manifest of the published site, on a ref beside the state. Every clone and runner reads it, and the code of a pull request
 * has no permission to write it. It is one commit without a history: what was published before is of no use to anybody.
 */
import type { Config } from '../../config/config.ts';
import { folderInRepository } from '../../git/folder-in-repository.ts';
import { machineAddress } from '../../machine/user-name.ts';
import { RecordRef } from '../../state/git/record-ref.ts';
import { gitOf } from '../../repository/project-git.ts';
import { targetNamed } from '../../repository/targets.ts';
import { knownIdentity } from '../../target/stores.ts';
import { actorOf } from '../../target/this-run.ts';

export interface PublishedSite {
  /** The name of the ref, for display. */
  readonly where: string;
  /** The text of the manifest; undefined if none was recorded. */
  readonly read: () => Promise<string | undefined>;
  /** Writes the text unless `judge` throws for the recorded one, which it sees again if another clone was faster. */
  readonly write: (text: string, judge: (recorded: string | undefined) => Promise<void>) => Promise<void>;
}

const FILE = 'site.json';

export function publishedSite(config: Config, name: string | undefined): PublishedSite {
  const target = targetNamed(config, name ?? config.defaultTarget);
  const ref = new RecordRef({
    git: gitOf(config),
    sort: 'site',
    target: target.name,
    // Unlike the state of the embedded service, the site belongs to the folder of its configuration.
    identity: { ...knownIdentity(config, target), folder: folderInRepository(config.root) },
    remote: config.stateRemote,
    author: { name: actorOf(config) ?? 'gitcast', email: machineAddress() },
    keepsHistory: false,
  });
  return {
    where: ref.name,
    read: async () => (await ref.read()).get(FILE),
    write: (text, judge) =>
      ref.change(async (records) => {
        await judge(records.get(FILE));
        return new Map([[FILE, text]]);
      }, 'published site\n'),
  };
}
