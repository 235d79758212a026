import { slugify } from '../../../content/placement.ts';
import { epochOf, instantText } from '../../../values/instants.ts';
import { isObject } from '../../../values/json.ts';
import { filled, partsOfDate } from '../addresses.ts';
import type { DatedPage } from '../page.ts';
import { entry, type Generator } from '../site.ts';

const IS_POSTS = /^_(?:posts|drafts)$/;

export const jekyll: Generator = {
  name: 'Jekyll',
  settings: /^_config\.(?:ya?ml|toml)$/,
  hasTemplates: true,
  folders: (fields) => ({ contents: [fields.text('source') ?? ''], statics: [fields.text('source') ?? ''] }),
  isPage(path, { collections, exclude }) {
    const isRead = (folder: string): boolean =>
      !folder.startsWith('_') ||
      IS_POSTS.test(folder) ||
      (isObject(collections) && Object.hasOwn(collections, folder.slice(1)));
    const excluded = (Array.isArray(exclude) ? exclude : []).map((each) => String(each).replace(/\/$/, ''));
    return (
      path.split('/').slice(0, -1).every(isRead) &&
      !excluded.some((each) => path === each || path.startsWith(`${each}/`))
    );
  },
  pathOf(page, { config, facts: { timezone } }, explicit) {
    const { folders, name, fullName, fields } = page;
    const folder = folders.find((each) => each.startsWith('_'));
    const collection = folder === undefined ? undefined : IS_POSTS.test(folder) ? 'posts' : folder.slice(1);
    const style = typeof config['permalink'] === 'string' ? config['permalink'] : 'date';
    // `index.html` is at the path of its folder.
    const isFolder = collection === undefined && page.isIndex;
    const plain = collection === undefined ? '/:path/:basename' : '/:collection/:path';
    const pattern =
      explicit ??
      defaultPermalink(page, config['defaults'], collection ?? 'pages') ??
      entry(config, 'collections', collection ?? '', 'permalink') ??
      (collection === 'posts' ? style : plain + (isFolder ? '/' : endingOf(style)));
    if (typeof pattern !== 'string') return undefined;
    const { date } = page;
    const inside = folder === undefined ? [] : folders.slice(folders.indexOf(folder) + 1);
    return filled(STYLES[pattern] ?? pattern, {
      ...partsOfDate(date === undefined || timezone === undefined ? date : instantText(epochOf(date), timezone)),
      collection,
      categories: categoriesOf(page).join('/'),
      path: (collection === undefined ? folders : [...inside, fullName]).join('/'),
      basename: fullName === 'index' ? '' : fullName,
      name: slugify(fullName),
      title: fields.text('slug') ?? name,
      slug: slugify(fields.text('slug') ?? name),
      output_ext: '.html',
    });
  },
};

const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

/** Pages and collections end as posts do. */
const endingOf = (style: string): string =>
  (STYLES[style] ?? style).endsWith('/') ? '/' : /(?:\.html|:output_ext)$/.test(STYLES[style] ?? style) ? '.html' : '';

/** The folders above `_posts` are categories too. */
function categoriesOf({ folders, fields }: DatedPage): readonly string[] {
  const above = folders.slice(
    0,
    Math.max(
      folders.findIndex((each) => IS_POSTS.test(each)),
      0,
    ),
  );
  const [single, several] = [fields.get('category'), fields.get('categories')];
  const written = [
    single,
    ...(typeof several === 'string' ? several.split(/\s+/) : Array.isArray(several) ? several : []),
  ];
  const names = written.filter((each) => typeof each === 'string');
  return [...new Set([...above, ...names].map((each) => each.trim().toLowerCase().replace(/\s+/g, '-')))];
}

/** Of the last default whose scope has the page. */
function defaultPermalink({ file }: DatedPage, defaults: unknown, type: string): string | undefined {
  const applies = (each: unknown): boolean => {
    const [path, ofType] = ['path', 'type'].map((name) => entry(each as never, 'scope', name));
    return (ofType === undefined || ofType === type) && (typeof path !== 'string' || file.path.startsWith(path));
  };
  const values = (Array.isArray(defaults) ? defaults : [])
    .filter(applies)
    .map((each) => entry(each, 'values', 'permalink'));
  return values.findLast((each) => typeof each === 'string');
}
