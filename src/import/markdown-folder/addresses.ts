/** The paths that a page had on its website. */
import { ifPossible } from '../../values/if-possible.ts';
import { readFormerPath } from '../../values/former-path.ts';
import type { DatedPage } from './page.ts';
import type { Site } from './site.ts';

export interface Addresses {
  /** Of its page, if that can be known. */
  readonly own: string | undefined;
  /** From which its website led to the page. */
  readonly former: readonly string[];
}

export function addressesOf(page: DatedPage, site: Site, onLost: (name: string) => void): Addresses {
  const written = page.fields.text('permalink', 'url', 'path');
  // A template would have to be executed.
  const explicit = written === undefined || /\{[{%]/.test(written) ? undefined : withinSite(written, site);
  const isPlain = explicit?.startsWith('/') && !explicit.includes('/:');
  const own = site.generator ? site.generator.pathOf(page, site, explicit) : isPlain ? explicit : undefined;
  const asAddress = (path: string): string | undefined => {
    const read = readFormerPath(`${site.base}/${path}`.replace(/\/{2,}/g, '/').replace(/(?<!\.[a-z]\w*)\/?$/i, '/'));
    if ('problem' in read) onLost('former address that is not a path');
    // The home page is a page of its own.
    if ('problem' in read || read.path === `${site.base}/`) return undefined;
    // The sign for codes, and those that end a path, are kept as codes.
    return read.path.replaceAll(/[%?#*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  };
  return {
    own: own === undefined ? undefined : asAddress(own),
    former: page.fields.texts('aliases', 'alias', 'redirectfrom').flatMap((alias) => {
      const isBeside = site.generator?.name === 'Hugo' && !/^\/|:/.test(alias);
      const path = withinSite(isBeside ? `${(own ?? '/').replace(/[^/]+\/?$/, '')}${alias}` : alias, site);
      return (path === undefined ? undefined : asAddress(path)) ?? [];
    }),
  };
}

/** A path below the website's address; undefined for another website. */
function withinSite(written: string, { facts, base }: Site): string | undefined {
  if (!/^[a-z]+:|^\/\//i.test(written)) return written;
  const url = URL.parse(written);
  const isOwn = url !== null && url.host === URL.parse(facts.url ?? '')?.host && url.pathname.startsWith(`${base}/`);
  return isOwn ? url.pathname.slice(base.length) : undefined;
}

/** The folder of translations. */
export function languagePrefix({ language }: DatedPage, { defaultLanguage, config }: Site): string {
  const isInSubfolder = config['defaultContentLanguageInSubdir'] === true;
  return language === undefined || (language === defaultLanguage && !isInSubfolder) ? '' : `/${language.toLowerCase()}`;
}

/** The pattern with its placeholders filled in; undefined if one is unknown. */
export function filled(pattern: string, values: Readonly<Record<string, string | undefined>>): string | undefined {
  const names = [...pattern.matchAll(/:([a-z_]+)/g)].map(([, name]) => name!);
  if (pattern.includes('[') || names.some((name) => values[name] === undefined)) return undefined;
  return pattern.replace(/:([a-z_]+)/g, (_, name: string) => values[name]!);
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The placeholders of Hugo and Jekyll for parts of a date, in the date's own offset. */
export function partsOfDate(date: string | undefined): Readonly<Record<string, string>> {
  if (date === undefined) return {};
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const inYear = String(Math.round((time.getTime() - Date.UTC(+year, 0, 1)) / 86_400_000) + 1);
  const [monthname, weekdayname] = [MONTHS[+month - 1] ?? '', WEEKDAYS[time.getUTCDay()] ?? ''];
  return {
    year,
    short_year: year.slice(2),
    month,
    i_month: String(+month),
    monthname,
    long_month: monthname,
    short_month: monthname.slice(0, 3),
    day,
    i_day: String(+day),
    y_day: inYear.padStart(3, '0'),
    yearday: inYear,
    weekday: String(time.getUTCDay()),
    weekdayname,
    long_day: weekdayname,
    short_day: weekdayname.slice(0, 3),
    hour: date.slice(11, 13),
    minute: date.slice(14, 16),
    second: date.slice(17, 19),
  };
}

/** For comparing what a link says with what a page is called. */
export const comparable = (path: string): string =>
  (ifPossible(() => decodeURI(path)) ?? path).toLowerCase().replace(/(?:\/(?:index\.html?)?|\.html?)$/, '');
