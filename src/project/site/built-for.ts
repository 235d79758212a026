/** What the files of a build depend on, besides the files that it reads. */
import type { Config } from '../../config/config.ts';
import { headOf } from '../../git/content.ts';
import { isInRepository } from '../../git/repository.ts';
import type { BuildSettings } from '../../publish/build-manifest.ts';
import { siteUrlOf } from '../files/repository.ts';
import { gitOf } from '../settings/project-git.ts';
import { contentSources } from '../target/stores.ts';
import { version } from '../version.ts';
import type { BuiltFor } from './site-wish.ts';

export async function buildSettings(config: Config, { target, drafts, gallery }: BuiltFor): Promise<BuildSettings> {
  return {
    commit: (await committed(config, target)) ?? null,
    gitcast: version(),
    target,
    url: siteUrlOf(config, target) ?? null,
    drafts,
    gallery,
  };
}

/** The commit, if the sources of the site are as it has them. */
async function committed(config: Config, target: string): Promise<string | undefined> {
  if (!isInRepository(config.root, config.programEnvironment())) return undefined;
  const sources = [...contentSources(config, target), config.file, 'templates'];
  const head = await headOf(gitOf(config), sources);
  return head?.uncommitted === false ? head.commit : undefined;
}
