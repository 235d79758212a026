import { describe, expect, it } from 'vitest';
import { derivedPath } from '../../src/render/images/images.ts';
import { categoryKey, placeKey } from '../../src/site/links/keys.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { event, filesOf, siteOf } from './harbour-site.ts';

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
