import { expect, it } from 'vitest';
import { feedsOf } from '../../src/site/feeds.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { openSite } from '../../src/site/site.ts';
import { check } from '../model/harbour.ts';

const TOOLS = { thumbnail: () => undefined, html: () => undefined };

/** So many documents that the index of the search is in parts. */
const feedsWith = (places: readonly number[]): ReadonlyMap<string, string> => {
  const files = places.map((number) => [`places/place-${number}.yaml`, `name: Place ${number}\n`] as const);
  const { broadcast } = check({ ...Object.fromEntries(files), 'hosts/ada.yaml': 'title: Ada\nstatus: published\n' });
  const site = openSite({ broadcast, now: 0, url: 'https://harbour.example' });
  return new Map(feedsOf(site, pagesOf(site).pages).map(({ path, compose }) => [path, compose(site, TOOLS)]));
};

const NUMBERS = Array.from({ length: 1001 }, (_, index) => 5000 + index);

it('of the parts of a large index that list places, a new one changes one', () => {
  const [before, after] = [feedsWith(NUMBERS), feedsWith(NUMBERS.concat(9000))];
  const differing = [...before].flatMap(([path, text]) => (after.get(path) === text ? [] : path));
  expect(differing).toContain('/search.json');
  expect(differing.filter((path) => path.startsWith('/search/entries-'))).toHaveLength(1);
});
