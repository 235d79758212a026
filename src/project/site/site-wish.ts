import type { OptionsOf } from '../calls/option.ts';
import { cards, RENDERING, target } from '../calls/shared-options.ts';

export const siteWish = { target: target('The target whose content is built'), ...RENDERING, cards };

/** The site to build: whose content, for which time, and with what. */
export interface SiteWish extends OptionsOf<typeof siteWish> {}
