import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NATIVE_SCREENS } from '../../src/kinds/shapes/navigator.ts';
import { absoluteUrl, basePath, localePath, pageFile, relativeLink, screenPath } from '../../src/site/links/urls.ts';
import { derivedPath } from '../../src/render/images/images.ts';
import { categoryKey, placeKey } from '../../src/site/links/keys.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { event, filesOf, siteOf } from './harbour-site.ts';

const segment = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,6}$/);
const pagePath = fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.map((part) => `${part}/`).join('')}`);
const anyPath = fc.oneof(
  pagePath,
  fc.tuple(pagePath, segment).map(([folder, name]) => `${folder}${name}.ics`),
);

describe('relative links', () => {
  it('lead from any page to any other, in any folder of the host', () => {
    fc.assert(
      fc.property(pagePath, anyPath, fc.constantFrom('/', '/2027/', '/a/b/'), (from, to, base) => {
        const root = `https://harbour.example${base.slice(0, -1)}`;
        expect(new URL(relativeLink(from, to), root + from).href).toBe(root + to);
      }),
    );
  });

  it('are never empty, because an empty link looks like a missing one', () => {
    expect(relativeLink('/program/', '/program/')).toBe('./');
    expect(relativeLink('/', '/')).toBe('./');
  });

  it('keep a fragment', () => {
    expect(relativeLink('/events/a/', '/program/#d2027-06-18')).toBe('../../program/#d2027-06-18');
    expect(relativeLink('/program/', '/program/#d2027-06-18')).toBe('#d2027-06-18');
  });
});

it('every native screen has its own address', () => {
  const paths = NATIVE_SCREENS.map(screenPath);
  expect(new Set(paths).size).toBe(NATIVE_SCREENS.length);
  expect(screenPath('localTicket')).toBe('/local-ticket/');
  expect(screenPath('home')).toBe('/');
});

it('the first language is at the root, the others are in one folder each', () => {
  expect(localePath('/program/', 'fr', ['fr', 'en'])).toBe('/program/');
  expect(localePath('/program/', 'en', ['fr', 'en'])).toBe('/en/program/');
});

it('the base path of the site is the path of its URL', () => {
  expect(basePath(undefined)).toBe('/');
  expect(basePath('https://harbour.example')).toBe('/');
  expect(basePath('https://town.example/2027')).toBe('/2027/');
  expect(absoluteUrl('https://town.example/2027/', '/en/')).toBe('https://town.example/2027/en/');
});

it('a page is written as the index of its folder, a file under its own name', () => {
  expect(pageFile('/')).toBe('index.html');
  expect(pageFile('/en/program/')).toBe('en/program/index.html');
  expect(pageFile('/404.html')).toBe('404.html');
});

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(15);
const slug = (letter: string): string => letter.repeat(96);
const longestName = (paths: Iterable<string>): number =>
  Math.max(...[...paths].flatMap((path) => path.split('/').map((name) => Buffer.byteLength(name))));

describe('a generated name in a path', () => {
  it.each(['a word of 500 letters', 'letters of other alphabets'])('fits into file systems: %s', (what) => {
    const name = what.startsWith('a') ? LONG : '会議'.repeat(60);
    const key = categoryKey(name);
    expect(key).toMatch(/^[a-z0-9-]{96}$/);
    expect(categoryKey(name.toUpperCase())).toBe(key);
    expect(categoryKey(`${name}x`)).not.toBe(key);
    expect(categoryKey(`${name}x`)).toMatch(/^[a-z0-9-]{96}$/);
  });

  it('stays a short slug as it is', () => {
    expect(categoryKey('categories/live-music')).toBe('live-music');
    expect(categoryKey(slug('a'))).toBe(slug('a'));
  });

  it('fits for categories, places in deep folders, their calendars and screens', () => {
    const where = ['a', 'b', 'c', 'd'].map(slug).join('/');
    const site = siteOf({
      [`places/${where}.yaml`]: 'name: Deep\n',
      'events/a.yaml': event(
        '2027-06-18T10:00:00Z',
        '2027-06-18T11:00:00Z',
        `category: ${LONG}\nplace_id: places/${where}\n`,
      ),
    });
    expect(longestName(pagesOf(site).pages.map(({ page }) => page))).toBeLessThanOrEqual(96);
    expect(longestName(filesOf(site).keys())).toBeLessThanOrEqual(96);
  });

  it('fits for a picture in a smaller size, next to one whose name is as long as a name can be', () => {
    const path = derivedPath(`media/photos/${'x'.repeat(250)}.jpg`, '0123456789abcdef-480.avif');
    expect(longestName([path])).toBeLessThan(255);
    expect(path).toMatch(/^media\/_\/photos\/x+-0123456789abcdef-480\.avif$/);
  });

  it('differs for two places whose folders and names join to the same words', () => {
    const files = { 'places/a-b/c.yaml': 'name: One\n', 'places/a/b-c.yaml': 'name: Two\n' };
    const keys = siteOf(files).of('place').map(placeKey);
    expect(new Set(keys).size).toBe(2);
  });
});
