/** Values listed in the interface, written from it by hand: the declarations in src/ are compared with them. */
export const NATIVE_SCREENS = `
  contact localTicket articles maps home program hosts menu auth profile favorites campaigns
  networkingForms networkingScan meteo search
`
  .trim()
  .split(/\s+/);

export const BLOCK_TYPES = `
  title paragraph media embed button question divider sessions hosts interestPoints articles
  countdown section socials meteo map
`
  .trim()
  .split(/\s+/);
