import type { Config } from '../../config/config.ts';
import type { Outside } from '../outside.ts';
import type { OptionsOf } from '../calls/option.ts';
import { cards, RENDERING, target } from '../calls/shared-options.ts';
import { targetNamed } from '../settings/targets.ts';

export const siteWish = { target: target('The target whose content is built'), ...RENDERING, cards };

/** The site to build: whose content, for which time, and with what. */
export interface SiteWish extends OptionsOf<typeof siteWish> {}

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
