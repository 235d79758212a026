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
