/** Zola, Eleventy and Astro, whose addresses follow the names of files. */
import { slugify } from '../../../content/placement.ts';
import { languagePrefix } from '../addresses.ts';
import type { DatedPage } from '../page.ts';
import { entry, type Generator } from '../site.ts';

const nameInPath = ({ fullName }: DatedPage): string => (/^_?index$/.test(fullName) ? '' : fullName);

export const zola: Generator = {
  name: 'Zola',
  settings: /^(?:config|zola)\.toml$/,
  isOwn: (config) => 'base_url' in config,
  folders: () => ({ contents: ['content'], statics: ['static'] }),
  isPage: () => true,
  pathOf(page, site, explicit) {
    const isKept = /^(?:off|safe)$/.test(String(entry(site.config, 'slugify', 'paths')));
    const names = [...page.folders, ...(page.isSection ? [] : [page.fields.text('slug') ?? page.name])];
    return `${languagePrefix(page, site)}/${explicit ?? (isKept ? names : names.map(slugify)).join('/')}/`;
  },
};

export const eleventy: Generator = {
  name: 'Eleventy',
  program: /^eleventy\.config\.[cm]?[jt]s$/,
  hasTemplates: true,
  folders(fields, has) {
    const input = fields.text('input') ?? ['content', 'src'].find(has) ?? '';
    return { contents: [input], statics: ['public', input, 'static', ''] };
  },
  isPage: () => true,
  pathOf: (page, site, explicit) =>
    explicit ?? `${languagePrefix(page, site)}/${[...page.folders, nameInPath(page)].join('/')}/`,
};

export const astro: Generator = {
  name: 'Astro',
  program: /^astro\.config\.[cm]?[jt]s$/,
  folders: () => ({ contents: ['src'], statics: ['public', ''] }),
  isPage: (path) => !/(?:^|\/)_/.test(path),
  /** A collection is by custom at the path of its name. */
  pathOf(page, site, explicit) {
    const folders = page.folders.join('/').replace(/^(?:(?:content|pages|data)(?:\/|$))+/, '');
    return (
      explicit ??
      `${languagePrefix(page, site)}/${folders}/${page.fields.text('slug') ?? nameInPath(page)}/`.toLowerCase()
    );
  },
};
