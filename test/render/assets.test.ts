import { expect, it } from 'vitest';
import { pageAssets, type SharedHead } from '../../src/render/assets.ts';
import { byName, MODULES, SHEET_NAMES } from '../../src/render/theme-files.ts';
import { relativeLink } from '../../src/site/links/urls.ts';
import type { PageView } from '../../src/site/pages/view.ts';

const head: SharedHead = {
  style: '/assets/site.css',
  script: '/assets/site.js',
  modules: byName(MODULES, (name) => `/assets/${name}.js`),
  sheets: byName(SHEET_NAMES, (name) => `/assets/${name}.css`),
  fonts: [],
  picture: undefined,
  themeColours: [],
  colourScheme: 'light',
  favicon: undefined,
  touchIcon: '/assets/icon.png',
  find: '/assets/find.js',
  worker: undefined,
};

it('the links of a page to shared files are its own, whichever pages were rendered before it', () => {
  // A kind may have its pages in a folder of the same name.
  for (const path of ['/', '/articles/one/', '/articles/two/', '/articles/', '/assets/', '/assets/one/', '/map/']) {
    const rootLink = (to: string): string => relativeLink(path, to);
    const page = { path, page: path, rootLink, body: { type: 'article' } } as unknown as PageView;
    const { modules, sheets } = pageAssets(page, head, { url: undefined, picture: undefined });
    expect(modules).toEqual(byName(MODULES, (name) => rootLink(head.modules[name])));
    expect(sheets).toEqual(byName(SHEET_NAMES, (name) => rootLink(head.sheets[name])));
  }
});
