/** What the files of a build depend on, besides the files that it reads. */
import type { Config } from '../../config/config.ts';
import { headOf } from '../../git/content.ts';
import { isInRepository } from '../../git/repository.ts';
import type { BuildSettings } from '../../publish/build-manifest.ts';
import { siteUrlOf } from '../files/repository.ts';
import type { Outside } from '../outside.ts';
import { gitOf } from '../settings/project-git.ts';
import { targetNamed } from '../settings/targets.ts';
import { contentSources } from '../target/stores.ts';
import { version } from '../version.ts';

/** The site to build: whose content, for which time, and with what. */
export interface SiteWish {
  /** Build this target's content (default: `defaultTarget` in the configuration). */
  readonly target?: string | undefined;
  /** Build as of this time (milliseconds since 1970) instead of now. */
  readonly at?: number | undefined;
  /** Include drafts and scheduled articles. */
  readonly drafts?: boolean | undefined;
  /** Add `/gallery/` with every block in every format. */
  readonly gallery?: boolean | undefined;
}

export interface BuiltFor {
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly drafts: boolean;
  readonly gallery: boolean;
}

export const builtFor = (config: Config, { now }: Outside, wish: SiteWish): BuiltFor => ({
  target: targetNamed(config, wish.target ?? config.defaultTarget).name,
  at: wish.at ?? now().getTime(),
  drafts: wish.drafts ?? false,
  gallery: wish.gallery ?? false,
});

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

export const instantText = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');
