/** Names of categories and places in URLs: of their pages, calendars, fragments and filters. */
import { siteAddress } from '../../model/site-paths.ts';

/**
 * `name` is the address of a category document, or the category of an event as plain text. Names that differ only in case
 * or accents are the same category. Letters of other alphabets become numbers, so that their categories stay apart.
 */
export const categoryKey = (name: string): string =>
  name
    .replace(/^categories\//, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(
      /[^a-z0-9]+/g,
      (signs) => `${[...signs].map((sign) => (sign < '\u0080' ? '-' : `-${codeOf(sign)}-`)).join('')}`,
    )
    .replace(/-+/g, '-');

const codeOf = (sign: string): string => sign.codePointAt(0)!.toString(16);

/** The slug of a place; other kinds keep their folder. */
export const placeKey = (place: Parameters<typeof siteAddress>[0]): string =>
  siteAddress(place)
    .replace(/^places\//, '')
    .replaceAll('/', '-');
