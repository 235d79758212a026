import type { Config } from '../../config/config.ts';
import type { Outside } from '../outside.ts';
import { targetNamed } from '../settings/targets.ts';

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
  /** False: draw no link previews for pages without a picture (default: `site.cards` in the configuration). */
  readonly cards?: boolean | undefined;
}

export interface BuiltFor {
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly drafts: boolean;
  readonly gallery: boolean;
  /** False: without link previews, whatever the configuration says. */
  readonly cards: boolean;
}

export const builtFor = (config: Config, { now }: Outside, wish: SiteWish): BuiltFor => ({
  target: targetNamed(config, wish.target ?? config.defaultTarget).name,
  at: wish.at ?? now().getTime(),
  drafts: wish.drafts ?? false,
  gallery: wish.gallery ?? false,
  cards: wish.cards ?? true,
});

export const instantText = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

/** The name of the manifest of the published site, where a manifest is expected. */
export const PUBLISHED = 'published';
