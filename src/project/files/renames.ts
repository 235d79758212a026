/** The documents whose files git sees as renamed since the last run. */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { place } from '../../content/placement.ts';
import { renamesSince } from '../../git/content.ts';
import { fetchCommit } from '../../git/fetch-commit.ts';
import type { Base } from '../../model/base.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import type { Renamed } from '../../plan/context.ts';
import { gitOf } from '../../repository/project-git.ts';

interface Known {
  readonly broadcast: Broadcast;
  readonly base: Base;
  /** The content commit of the last run, if the store knows it. */
  readonly since: string | undefined;
}

/** By the new address. Git is asked only if one address is gone and another is new. */
export async function renamedDocuments(
  config: Config,
  { broadcast: { entities }, base, since }: Known,
): Promise<ReadonlyMap<string, Renamed>> {
  const isNew = [...entities.keys()].some((address) => !base.entries.has(address));
  const isGone = [...base.entries.keys()].some((address) => !entities.has(address));
  if (since === undefined || !isNew || !isGone) return new Map();
  const git = gitOf(config);
  if (!(await fetchCommit(git, since, config.stateRemote))) return new Map();
  const renames = await renamesSince(git, since, join(config.root, config.content));
  return new Map(
    renames.flatMap(({ from, to, similarity }) => {
      const [old, now] = [place(from), place(to)];
      const isDocument = old.type === 'document' && now.type === 'document' && old.kind === now.kind;
      return isDocument ? [[now.address, { from: old.address, similarity }] as const] : [];
    }),
  );
}
