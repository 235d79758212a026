/** The programs that make a website of a folder: where their pages are, and which paths these have. */
import { slugify } from '../../content/placement.ts';
import { epochOf, instantText } from '../../values/instants.ts';
import { isObject, valueAt, type Json } from '../../values/json.ts';
import type { DatedPage, Generator, Site } from './page.ts';

const hugo: Generator = {
  name: 'Hugo',
  config: /^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/,
  isOwn: (config) => /"(?:baseurl|languagecode|contentdir|permalinks)":/i.test(JSON.stringify(config)),
  content: (fields) => fields.text('contentdir') ?? 'content',
  statics: ['static', 'assets'],
  pattern({ folders: [section = ''], isSection }, { config }) {
    const patterns = isSection ? undefined : config['permalinks'];
    const own = valueAt(patterns, ['page', section]) ?? valueAt(patterns, [section]);
    return own ?? `/:sections/:slugorfilename${config['uglyURLs'] === true ? '.html' : '/'}`;
  },
  words(page, { config }) {
    // The day in a name is part of it, unless the configuration says otherwise.
    const isDayLeftOut = JSON.stringify(config['frontmatter'] ?? '').includes(':filename');
    const { title, fields } = page;
    return { ...(isDayLeftOut && fileNames(page, page.name)), title, slug: fields.text('slug') ?? title };
  },
  spelled(path, config) {
    const plain = path.trim().replace(/[^\p{L}\p{M}\p{N}\s./_#+~@%-]/gu, '');
    const joined = plain.replace(/\s+/g, '-').replace(/-{2,}/g, '-');
    return config['disablePathToLower'] === true ? joined : joined.toLowerCase();
  },
};

const zola: Generator = {
  name: 'Zola',
  config: /^(?:config|zola)\.toml$/,
  isOwn: (config) => 'base_url' in config,
  content: () => 'content',
  statics: ['static'],
  pattern: () => '/:sections/:slugorfilename/',
  words: (page) => fileNames(page, page.name),
  spelled: (path, config) =>
    /^(?:off|safe)$/.test(String(valueAt(config, ['slugify', 'paths']))) ? path : path.replace(/[^/]+/g, slugify),
};

const POSTS = /^_(?:posts|drafts)$/;
const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

const jekyll: Generator = {
  name: 'Jekyll',
  config: /^_config\.(?:ya?ml|toml)$/,
  hasTemplates: true,
  content: (fields) => fields.text('source') ?? '',
  statics: [''],
  isPage(path, { collections, exclude }) {
    const isRead = (folder: string): boolean =>
      !folder.startsWith('_') || POSTS.test(folder) || valueAt(collections, [folder.slice(1)]) !== undefined;
    const excluded = (Array.isArray(exclude) ? exclude : []).map((each) => String(each).replace(/\/$/, ''));
    return path.split('/').slice(0, -1).every(isRead) && !excluded.some((each) => `${path}/`.startsWith(`${each}/`));
  },
  pattern(page, { config }) {
    const { collection } = collectionOf(page);
    const written = typeof config['permalink'] === 'string' ? config['permalink'] : 'date';
    const style = STYLES[written] ?? written;
    // Pages and collections end as posts do. `index.html` is at the path of its folder.
    const isFolder = collection === undefined && page.isIndex;
    const end = isFolder || style.endsWith('/') ? '/' : /(?:\.html|:output_ext)$/.test(style) ? '.html' : '';
    const own =
      defaultPermalink(page, config['defaults'], collection ?? 'pages') ??
      valueAt(config, ['collections', collection ?? '', 'permalink']) ??
      (collection === 'posts'
        ? style
        : collection === undefined
          ? `/:path/:basename${end}`
          : `/:collection/:path${end}`);
    return typeof own === 'string' ? (STYLES[own] ?? own) : undefined;
  },
  words(page, { facts: { timezone } }) {
    const { folders, name, fullName, fields, date } = page;
    const { collection, inside } = collectionOf(page);
    return {
      ...partsOfDate(date === undefined || timezone === undefined ? date : instantText(epochOf(date), timezone)),
      collection,
      categories: categoriesOf(page).join('/'),
      path: (collection === undefined ? folders : [...inside, fullName]).join('/'),
      basename: fullName === 'index' ? '' : fullName,
      name: slugify(fullName),
      title: fields.text('slug') ?? name,
      slug: slugify(fields.text('slug') ?? name),
      output_ext: '.html',
    };
  },
};

function collectionOf({ folders }: DatedPage) {
  const at = folders.findIndex((each) => each.startsWith('_'));
  if (at === -1) return { collection: undefined, above: folders, inside: [] };
  const collection = POSTS.test(folders[at]!) ? 'posts' : folders[at]!.slice(1);
  return { collection, above: folders.slice(0, at), inside: folders.slice(at + 1) };
}

/** The folders above `_posts` are categories too. */
function categoriesOf(page: DatedPage): readonly string[] {
  const { collection, above } = collectionOf(page);
  const several = page.fields.get('categories');
  const written = [
    page.fields.get('category'),
    ...(typeof several === 'string' ? several.split(/\s+/) : [several].flat()),
  ];
  const names = [...(collection === 'posts' ? above : []), ...written.filter((each) => typeof each === 'string')];
  return [...new Set(names.map((each) => each.trim().toLowerCase().replace(/\s+/g, '-')))];
}

/** Of the last default whose scope has the page. */
function defaultPermalink({ file }: DatedPage, defaults: Json | undefined, type: string): Json | undefined {
  const applies = (each: Json): boolean => {
    const [path, ofType] = [valueAt(each, ['scope', 'path']), valueAt(each, ['scope', 'type'])];
    return (ofType === undefined || ofType === type) && (typeof path !== 'string' || file.path.startsWith(path));
  };
  const all = (Array.isArray(defaults) ? defaults : []).filter((each: Json) => isObject(each) && applies(each));
  return all.map((each: Json) => valueAt(each, ['values', 'permalink'])).findLast((each) => typeof each === 'string');
}

const eleventy: Generator = {
  name: 'Eleventy',
  config: /^eleventy\.config\.[cm]?[jt]s$/,
  isProgram: true,
  hasTemplates: true,
  content: (fields, has) => fields.text('input') ?? ['content', 'src'].find(has) ?? '',
  statics: ['public', 'static', ''],
  pattern: () => '/:sections/:filename/',
};

const astro: Generator = {
  name: 'Astro',
  config: /^astro\.config\.[cm]?[jt]s$/,
  isProgram: true,
  content: () => 'src',
  statics: ['public', ''],
  isPage: (path) => !/(?:^|\/)_/.test(path),
  pattern: () => '/:sections/:slugorfilename/',
  /** A collection is by custom at the path of its name. */
  words: ({ folders }) => ({ sections: folders.join('/').replace(/^(?:(?:content|pages|data)(?:\/|$))+/, '') }),
  spelled: (path) => path.toLowerCase(),
};

export const GENERATORS: readonly Generator[] = [hugo, zola, jekyll, eleventy, astro];

/** Below the website's base; undefined if it cannot be known. An explicit path is the one that the page's fields give it. */
export function pathOf(page: DatedPage, site: Site, explicit: string | undefined): string | undefined {
  const { generator, config, defaultLanguage } = site;
  if (!generator) return explicit?.startsWith('/') && !explicit.includes('/:') ? explicit : undefined;
  const pattern = explicit ?? generator.pattern(page, site);
  const path =
    typeof pattern === 'string' ? filled(pattern, { ...valuesOf(page), ...generator.words?.(page, site) }) : undefined;
  if (path === undefined || explicit?.startsWith('/')) return path;
  const isPrefixed =
    page.language !== undefined &&
    (page.language !== defaultLanguage || config['defaultContentLanguageInSubdir'] === true);
  const spelled = path === explicit ? path : (generator.spelled?.(path, config) ?? path);
  return `${isPrefixed ? `/${page.language!.toLowerCase()}` : ''}/${spelled}`.replace(/\/{2,}/g, '/');
}

const filled = (pattern: string, values: Readonly<Record<string, string | undefined>>): string | undefined => {
  const names = [...pattern.matchAll(/:([a-z_]+)/g)].map(([, name]) => name!);
  if (pattern.includes('[') || names.some((name) => values[name] === undefined)) return undefined;
  return pattern.replace(/:([a-z_]+)/g, (_, name: string) => values[name]!);
};

const valuesOf = (page: DatedPage) => ({
  ...partsOfDate(page.date),
  section: page.folders[0],
  sections: page.folders.join('/'),
  ...fileNames(page, page.fullName),
});

function fileNames({ fields, isSection }: DatedPage, name: string): Readonly<Record<string, string>> {
  const filename = isSection || name === 'index' ? '' : name;
  const slugorfilename = isSection ? '' : (fields.text('slug') ?? filename);
  return { filename, contentbasename: filename, slugorfilename, slugorcontentbasename: slugorfilename };
}

/** The placeholders for parts of a date, in the date's own offset. */
function partsOfDate(date: string | undefined): Readonly<Record<string, string>> {
  if (date === undefined) return {};
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const inYear = String(Math.round((time - Date.UTC(+year, 0, 1)) / 86_400_000) + 1);
  const named = (form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en', { ...form, timeZone: 'UTC' }).format(time);
  return {
    year,
    short_year: year.slice(2),
    month,
    i_month: String(+month),
    monthname: named({ month: 'long' }),
    long_month: named({ month: 'long' }),
    short_month: named({ month: 'short' }),
    day,
    i_day: String(+day),
    y_day: inYear.padStart(3, '0'),
    yearday: inYear,
    weekday: String(new Date(time).getUTCDay()),
    weekdayname: named({ weekday: 'long' }),
    long_day: named({ weekday: 'long' }),
    short_day: named({ weekday: 'short' }),
    hour: date.slice(11, 13),
    minute: date.slice(14, 16),
    second: date.slice(17, 19),
  };
}
