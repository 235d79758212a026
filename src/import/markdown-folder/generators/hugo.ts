import { filled, languagePrefix, partsOfDate } from '../addresses.ts';
import { Fields } from '../front-matter.ts';
import type { DatedPage } from '../page.ts';
import { entry, type Generator, type Site } from '../site.ts';

export const hugo: Generator = {
  name: 'Hugo',
  settings: /^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/,
  isOwn: (config) =>
    new Fields(config).get('baseurl', 'languagecode', 'contentdir', 'permalinks') !== undefined &&
    !('base_url' in config),
  folders: (fields) => ({
    contents: [fields.text('contentdir') ?? 'content'],
    statics: [...fields.texts('staticdir'), 'static', 'assets'],
  }),
  isPage: () => true,
  pathOf(page, site, explicit) {
    const path = pathIn(page, site, explicit);
    return path === undefined || explicit?.startsWith('/') ? path : languagePrefix(page, site) + path;
  },
};

function pathIn(page: DatedPage, site: Site, explicit: string | undefined): string | undefined {
  const { folders, date, title, isSection, fields } = page;
  const section = folders[0];
  const slug = fields.text('slug');
  // The day in a name is part of it, unless the configuration says otherwise.
  const isDayLeftOut = JSON.stringify(entry(site.config, 'frontmatter') ?? '').includes(':filename');
  const name = isDayLeftOut ? page.name : page.fullName;
  const patterns = isSection ? undefined : entry(site.config, 'permalinks');
  const pattern = explicit ?? entry(patterns, 'page', section ?? '') ?? entry(patterns, section ?? '');
  if (typeof pattern !== 'string') {
    const path = sanitised([...folders, ...(isSection || name === 'index' ? [] : [slug ?? name])].join('/'), site);
    return entry(site.config, 'uglyURLs') === true ? `/${path}.html` : `/${path}/`;
  }
  const path = filled(pattern, {
    ...partsOfDate(date),
    section,
    sections: folders.join('/'),
    title,
    slug: slug ?? title,
    filename: name,
    contentbasename: name,
    slugorfilename: slug ?? name,
    slugorcontentbasename: slug ?? name,
  });
  return path === undefined || path === explicit ? path : sanitised(path, site);
}

function sanitised(path: string, { config }: Site): string {
  const name = path
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}\s./_#+~@%-]/gu, '')
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-');
  return config['disablePathToLower'] === true ? name : name.toLowerCase();
}
