/** Names of categories and places in URLs: of their pages, calendars, fragments and filters. */
import { siteAddress } from '../../model/site-paths.ts';
import { digestOf } from '../../values/site-file.ts';

/**
 * `name` is the address of a category document, or the category of an event as plain text. Names that differ only in case
 * or accents are the same category. Letters of other alphabets become numbers, so that their categories stay apart.
 */
export const categoryKey = (name: string): string =>
  fitting(
    name
      .replace(/^categories\//, '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(
        /[^a-z0-9]+/g,
        (signs) => `${[...signs].map((sign) => (sign < '\u0080' ? '-' : `-${codeOf(sign)}-`)).join('')}`,
      )
      .replace(/-+/g, '-'),
  );

const codeOf = (sign: string): string => sign.codePointAt(0)!.toString(16);

/** The slug of a place; other kinds keep their folder. No slug contains an underscore, so that keys stay apart. */
export const placeKey = (place: Parameters<typeof siteAddress>[0]): string => placeKeyOf(siteAddress(place));

/** `address`: that of its page on the site. */
export const placeKeyOf = (address: string): string => fitting(address.replace(/^places\//, '').replaceAll('/', '_'));

/** As long as a slug may be. File systems refuse names of more than 255 bytes, and a category may be any text. */
const LONGEST = 96;

/** Keys are ASCII, so that their length is their size. A longer key ends in a digest of all of it. */
function fitting(key: string): string {
  if (key.length <= LONGEST) return key;
  const end = `-${digestOf(Buffer.from(key)).slice(0, 12)}`;
  return key.slice(0, LONGEST - end.length) + end;
}
