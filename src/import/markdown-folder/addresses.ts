/** The paths that a page had on its website, by the rules of its generator. */
import { slugify } from '../../content/placement.ts';
import { ifPossible } from '../../values/if-possible.ts';
import { epochOf, instantText } from '../../values/instants.ts';
import { isObject, type Json } from '../../values/json.ts';
import type { Page } from './pages.ts';
import { entry, type Site } from './site.ts';

export interface Dated {
  /** With its offset. */
  readonly date: string | undefined;
  readonly title: string;
}

/** Its own path first, if the generator's rules are known, and then former ones. */
export function addressesOf(page: Page & Dated, site: Site, timezone: string): readonly string[] {
  const own = ownPath(page, site, timezone);
  const former = page.fields.texts('aliases', 'alias', 'redirectfrom').flatMap((written) => {
    const isBeside = site.generator === 'Hugo' && !/^\/|:/.test(written);
    return withinSite(isBeside ? `${(own ?? '/').replace(/[^/]+\/?$/, '')}${written}` : written, site) ?? [];
  });
  return [...new Set([own, ...former].flatMap((path) => (path === undefined ? [] : [asAddress(path, site)])))].filter(
    (path) => path !== `${site.base}/`,
  );
}

/** A path below the website's address; undefined for another website. */
function withinSite(written: string, { facts, base }: Site): string | undefined {
  if (!/^[a-z]+:|^\/\//i.test(written)) return written;
  const url = URL.parse(written);
  const own = facts.url === undefined ? undefined : new URL(facts.url);
  return url && url.host === own?.host && url.pathname.startsWith(`${base}/`)
    ? url.pathname.slice(base.length)
    : undefined;
}

const asAddress = (path: string, { base }: Site): string =>
  `${base}/${path.replace(/[?#].*$/s, '')}`.replace(/\/{2,}/g, '/').replace(/\/index\.html?$/, '/');

function ownPath(page: Page & Dated, site: Site, timezone: string): string | undefined {
  const written = page.fields.text('permalink', 'url', 'path');
  const explicit = written === undefined || /\{[{%]/.test(written) ? undefined : withinSite(written, site);
  const prefix = languagePrefix(page, site);
  switch (site.generator) {
    case 'Hugo': {
      const path = hugoPath(page, site, explicit);
      return path === undefined || explicit?.startsWith('/') ? path : prefix + path;
    }
    case 'Zola':
      return `${prefix}/${explicit ?? zolaPath(page, site)}/`;
    case 'Jekyll':
      return jekyllPath(page, site, { explicit, timezone });
    case 'Eleventy':
      return explicit ?? `${prefix}/${[...page.folders, isHome(page) ? '' : page.fullName].join('/')}/`;
    case 'Astro': {
      const slug = explicit ?? page.fields.text('slug');
      const folders = page.folders.slice(/^(?:content|pages|data)$/.test(page.folders[0] ?? '') ? 1 : 0);
      return (
        explicit ?? `${prefix}/${[...folders, slug ?? (isHome(page) ? '' : page.fullName)].join('/').toLowerCase()}/`
      );
    }
    case undefined:
      // Placeholders mean something only to the generator.
      return explicit?.startsWith('/') && !explicit.includes('/:') ? explicit : undefined;
  }
}

const isHome = ({ fullName }: Page): boolean => fullName === 'index' || fullName === '_index';

function languagePrefix({ language }: Page, { defaultLanguage, config }: Site): string {
  const isInSubfolder = config['defaultContentLanguageInSubdir'] === true;
  return language === undefined || (language === defaultLanguage && !isInSubfolder) ? '' : `/${language.toLowerCase()}`;
}

/** The pattern with its placeholders filled in; undefined if one is unknown. */
function filled(pattern: string, valueOf: (name: string) => string | undefined): string | undefined {
  let isKnown = true;
  const path = pattern.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = valueOf(name);
    isKnown &&= value !== undefined;
    return value ?? '';
  });
  return isKnown && !path.includes('[') ? path : undefined;
}

function hugoPath(page: Page & Dated, site: Site, explicit: string | undefined): string | undefined {
  const { folders, name, fullName, date, title, isSection, fields } = page;
  const section = folders[0];
  const configured = entry(site.config, 'permalinks');
  const pattern =
    explicit ??
    (isSection || section === undefined
      ? undefined
      : (entry(configured, 'page', section) ?? entry(configured, section)));
  const slug = fields.text('slug');
  // Hugo takes the day from a name only if it is told to.
  const base = JSON.stringify(entry(site.config, 'frontmatter') ?? '').includes(':filename') ? name : fullName;
  if (typeof pattern !== 'string') {
    const path = hugoName([...folders, ...(isSection || fullName === 'index' ? [] : [slug ?? base])].join('/'), site);
    return new RegExp('^true$').test(String(site.config['uglyURLs'])) ? `/${path}.html` : `/${path}/`;
  }
  const path = filled(pattern, (token) => {
    switch (token) {
      case 'section':
        return section;
      case 'sections':
        return folders.join('/');
      case 'title':
        return title;
      case 'slug':
        return slug ?? title;
      case 'filename':
      case 'contentbasename':
        return base;
      case 'slugorfilename':
      case 'slugorcontentbasename':
        return slug ?? base;
      default:
        return date === undefined ? undefined : partOfDate(token, date);
    }
  });
  return path === undefined || explicit === path ? path : hugoName(path, site);
}

const hugoName = (path: string, { config }: Site): string => {
  const name = path
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}\s./_#+~@%-]/gu, '')
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-');
  return config['disablePathToLower'] === true ? name : name.toLowerCase();
};

function zolaPath({ folders, name, isSection, fields }: Page, { config }: Site): string {
  const slug =
    entry(config, 'slugify', 'paths') === 'off' || entry(config, 'slugify', 'paths') === 'safe'
      ? (part: string) => part
      : slugify;
  return [...folders.map(slug), ...(isSection ? [] : [slug(fields.text('slug') ?? name)])].join('/');
}

const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

interface JekyllPath {
  readonly explicit: string | undefined;
  readonly timezone: string;
}

function jekyllPath(page: Page & Dated, { config }: Site, { explicit, timezone }: JekyllPath): string | undefined {
  const { folders, name, fullName, fields } = page;
  const posts = folders.findIndex((folder) => /^_(?:posts|drafts)$/.test(folder));
  const collection = posts === -1 ? folders.find((folder) => folder.startsWith('_'))?.slice(1) : 'posts';
  const style = typeof config['permalink'] === 'string' ? config['permalink'] : 'date';
  const ending =
    style === 'pretty' || style.endsWith('/')
      ? '/'
      : style in JEKYLL_STYLES || style.endsWith(':output_ext')
        ? '.html'
        : '';
  const pattern =
    explicit ??
    defaultPermalink(page, config['defaults'], collection ?? 'pages') ??
    entry(config, 'collections', collection ?? '', 'permalink') ??
    (collection === 'posts'
      ? style
      : collection === undefined
        ? `/:path/:basename${ending}`
        : `/:collection/:path${ending}`);
  if (typeof pattern !== 'string') return undefined;
  const inside =
    collection === undefined || posts !== -1 ? folders : folders.slice(folders.indexOf(`_${collection}`) + 1);
  const date = page.date === undefined ? undefined : instantText(epochOf(page.date), timezone);
  const isIndex = collection === undefined && isHome(page);
  return filled(JEKYLL_STYLES[pattern] ?? pattern, (token) => {
    switch (token) {
      case 'categories':
        return categoriesOf(page, posts).join('/');
      case 'collection':
        return collection;
      case 'path':
        return collection === undefined ? folders.join('/') : [...inside, fullName].join('/');
      case 'basename':
        return isIndex ? 'index.html' : fullName;
      case 'name':
        return slugify(fullName);
      case 'title':
        return fields.text('slug') ?? name;
      case 'slug':
        return slugify(fields.text('slug') ?? name);
      case 'output_ext':
        return isIndex ? '' : '.html';
      default:
        return date === undefined ? undefined : partOfDate(token, date);
    }
  })?.replace(/index\.html(?:\.html|\/)$/, '');
}

/** The folders above `_posts` are categories too. */
const categoriesOf = ({ folders, fields }: Page, posts: number): readonly string[] => {
  const written = fields
    .texts('category', 'categories')
    .flatMap((each) => (Array.isArray(fields.get('categories')) ? [each] : each.split(/\s+/)));
  return [
    ...new Set(
      [...folders.slice(0, Math.max(posts, 0)), ...written].map((each) =>
        each.trim().toLowerCase().replace(/\s+/g, '-'),
      ),
    ),
  ];
};

/** The last of the defaults whose scope has the page. */
function defaultPermalink({ file }: Page, defaults: Json | undefined, type: string): string | undefined {
  const values = (Array.isArray(defaults) ? defaults : []).filter((each) => {
    const scope = entry(each, 'scope');
    const [path, ofType] = [entry(scope, 'path'), entry(scope, 'type')];
    return (
      isObject(scope) &&
      (ofType === undefined || ofType === type) &&
      (typeof path !== 'string' || file.path.startsWith(path))
    );
  });
  const found = values.map((each) => entry(each, 'values', 'permalink')).findLast((each) => typeof each === 'string');
  return found as string | undefined;
}

/** In the date's own offset. */
function partOfDate(name: string, date: string): string | undefined {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const time = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  const inYear = Math.round((time.getTime() - Date.UTC(+year, 0, 1)) / 86_400_000) + 1;
  const word = (options: Intl.DateTimeFormatOptions): string =>
    time.toLocaleDateString('en', { ...options, timeZone: 'UTC' });
  switch (name) {
    case 'year':
      return year;
    case 'month':
      return month;
    case 'day':
      return day;
    case 'short_year':
      return year.slice(2);
    case 'i_month':
      return String(+month);
    case 'i_day':
      return String(+day);
    case 'y_day':
      return String(inYear).padStart(3, '0');
    case 'yearday':
      return String(inYear);
    case 'monthname':
    case 'long_month':
      return word({ month: 'long' });
    case 'short_month':
      return word({ month: 'short' });
    case 'weekdayname':
    case 'long_day':
      return word({ weekday: 'long' });
    case 'short_day':
      return word({ weekday: 'short' });
    case 'weekday':
      return String(time.getUTCDay());
    case 'hour':
      return date.slice(11, 13);
    case 'minute':
      return date.slice(14, 16);
    case 'second':
      return date.slice(17, 19);
    default:
      return undefined;
  }
}

/** For comparing what a link says with what a page is called. */
export const comparable = (path: string): string =>
  (ifPossible(() => decodeURI(path)) ?? path).toLowerCase().replace(/(?:\/(?:index\.html?)?|\.html?)$/, '');
