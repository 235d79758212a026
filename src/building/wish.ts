/** The site to build: whose content, for which time, and with what. */
import type { Config } from '../config/config.ts';
import type { Caller } from '../repository/caller.ts';
import { targetNamed } from '../repository/load-config.ts';

export interface BuiltFor {
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly drafts: boolean;
  readonly gallery: boolean;
}

/** An absent value is that of the usual site: of the default target, now. */
export type Wish = { readonly [K in keyof BuiltFor]?: BuiltFor[K] | undefined };

export const builtFor = (config: Config, { now }: Pick<Caller, 'now'>, wish: Wish): BuiltFor => ({
  target: targetNamed(config, wish.target).name,
  at: wish.at ?? now().getTime(),
  drafts: wish.drafts ?? false,
  gallery: wish.gallery ?? false,
});
