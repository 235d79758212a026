import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NATIVE_SCREENS } from '../../src/kinds/shapes/navigator.ts';
import { absoluteUrl, basePath, localePath, pageFile, relativeLink, screenPath } from '../../src/site/links/urls.ts';

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
