/** Values listed in the interface, written from it by hand: the declarations in src/ are compared with them. */
import { words } from '../words.ts';
export const NATIVE_SCREENS = words(`
  contact localTicket articles maps home program hosts menu auth profile favorites campaigns
  networkingForms networkingScan meteo search
`);

export const BLOCK_TYPES = words(`
  title paragraph media embed button question divider sessions hosts interestPoints articles
  countdown section socials meteo map
`);
