/** What the files of a build depend on, besides the files that it reads. */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { headOf } from '../../git/content.ts';
import { isInRepository } from '../../git/repository.ts';
import type { BuildSettings } from '../../publish/build-manifest.ts';
import { shownFrom, siteUrlOf } from '../../repository/repository.ts';
import { gitOf } from '../../repository/project-git.ts';
import { contentSources } from '../../target/stores.ts';
import { version } from '../../machine/program.ts';
import type { BuiltFor } from '../../building/wish.ts';
import { findCommit } from '../../git/fetch-commit.ts';
import { standingOf, type Standing } from '../../git/commit-history.ts';

export async function buildSettings(
  config: Config,
  { target, drafts, gallery, cards }: BuiltFor,
): Promise<BuildSettings> {
  const url = siteUrlOf(config, target) ?? null;
  return {
    commit: (await committed(config, target)) ?? null,
    gitcast: version(),
    target,
    url,
    drafts,
    gallery,
    // Cards that are not drawn anyway cannot be left out.
    ...(!cards && config.site.cards !== false && url !== null && { cards }),
  };
}

/** The commit, if the sources of the site are as it has them. */
async function committed(config: Config, target: string): Promise<string | undefined> {
  if (!isInRepository(config.root, config.programEnvironment())) return undefined;
  const head = await headOf(gitOf(config), siteSources(config, target));
  return head?.uncommitted === false ? head.commit : undefined;
}

/** Relative to the folder of the configuration, starting with the content. */
export const siteSources = (config: Config, target: string): readonly string[] => [
  ...contentSources(config, target),
  config.file,
  'templates',
  ...config.sharedFolders.map((folder) => shownFrom(config.root, join(folder, 'templates'))),
];

interface Built {
  readonly target: string;
  /** The commit of the recorded site. */
  readonly recorded: string;
  /** The commit of the site that would replace it. */
  readonly head: string;
}

/** Whether a site goes on from the recorded one, by the rule of a sync. */
export async function siteStanding(config: Config, { target, recorded, head }: Built): Promise<Standing> {
  const git = gitOf(config);
  const remote = config.stateRemote;
  // A manifest may come from anywhere.
  if ((await findCommit(git, head, remote)).type !== 'here')
    return { type: 'unknown', reason: 'this clone does not have its commit' };
  return standingOf(git, { commit: recorded }, { head, paths: siteSources(config, target), remote });
}
