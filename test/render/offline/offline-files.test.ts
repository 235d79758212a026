import { describe, expect, it } from 'vitest';
import { fitting, offlineFiles } from '../../../src/render/offline/offline-files.ts';
import { packFiles } from '../../../src/render/offline/pack-files.ts';
import type { OfflineRole } from '../../../src/site/offline-role.ts';
import type { Site } from '../../../src/site/site.ts';

const TEXTS: readonly { readonly path: string; readonly role: OfflineRole }[] = [
  { path: 'program/index.html', role: 'core' },
  { path: 'events/tide/index.html', role: 'event' },
  { path: 'search.json', role: 'index' },
  { path: 'search/words-a.json', role: 'index' },
  { path: 'events/tide/calendar.ics', role: 'calendar' },
  { path: 'articles/bread/index.html', role: 'rest' },
];

/** The paths that a first visit stores, if the texts of a role have this many bytes each. */
function afterOneVisit(bytes: Partial<Record<OfflineRole, number>>): readonly string[] {
  const roles = new Map(TEXTS.map(({ path, role }) => [path, role]));
  const files = offlineFiles({ locales: ['en'] } as unknown as Site, {
    texts: TEXTS,
    files: { core: [], pictures: [] },
    pack: (paths, grain) => packFiles(paths, grain, (path) => `The text of ${path}`),
    version: (path) => ({ digest: '0123456789', bytes: bytes[roles.get(path)!] ?? 1000 }),
    templates: { text: () => '' },
  });
  const contents = new Map(files.map(({ path, text }) => [path.slice(1), text]));
  const json = (path: string): object => JSON.parse(contents.get(path)!) as object;
  const list = [...contents.keys()].find((path) => path.startsWith('assets/offline/en.'))!;
  const { core, calendars } = json(list) as Record<'core' | 'calendars', { readonly recipes: readonly string[] }>;
  return [...core.recipes, ...calendars.recipes]
    .flatMap((digest) => Object.keys(json(`assets/offline/pack.${digest}.json`)))
    .toSorted();
}

describe('a first visit', () => {
  it('stores the programme, its events with their calendars, and the search', () => {
    expect(afterOneVisit({})).toEqual([
      'events/tide/calendar.ics',
      'events/tide/index.html',
      'program/index.html',
      'search.json',
      'search/words-a.json',
    ]);
  });

  it('stores the search in parts of a programme whose event pages and calendars are too large', () => {
    expect(afterOneVisit({ event: 60_000_000, calendar: 2_000_001 })).toEqual([
      'program/index.html',
      'search.json',
      'search/words-a.json',
    ]);
  });

  it('leaves out a search index of more than 6 MB, but not the programme', () => {
    expect(afterOneVisit({ event: 60_000_000, index: 3_100_000 })).toEqual([
      'events/tide/calendar.ics',
      'program/index.html',
    ]);
  });

  it('stores at most 100 MB of the programme itself, the smallest pages first', () => {
    expect(afterOneVisit({ core: 100_000_001, event: 10_000_000 })).toEqual([
      'events/tide/calendar.ics',
      'events/tide/index.html',
      'search.json',
      'search/words-a.json',
    ]);
  });
});

describe('what a visitor can store', () => {
  it('is what fits, the smallest pages first, so that a build does not hold every text of a huge site', () => {
    const sizes = new Map([
      ['a', 3],
      ['b', 1],
      ['c', 2],
      ['d', 1],
    ]);
    const fit = (most: number) => fitting([...sizes.keys()], most, (path) => sizes.get(path)!);
    expect(fit(4)).toEqual({ inside: ['b', 'd', 'c'], outside: ['a'] });
    expect(fit(7)).toEqual({ inside: ['b', 'd', 'c', 'a'], outside: [] });
  });

  it('reads no text that does not fit', () => {
    const read: string[] = [];
    offlineFiles({ locales: ['en'] } as unknown as Site, {
      texts: TEXTS,
      files: { core: [], pictures: [] },
      pack: (paths, grain) =>
        packFiles(paths, grain, (path) => {
          read.push(path);
          return '';
        }),
      version: (path) => ({ digest: '0123456789', bytes: path.startsWith('articles/') ? 300_000_001 : 1000 }),
      templates: { text: () => '' },
    });
    expect(read.toSorted()).toEqual(
      TEXTS.map(({ path }) => path)
        .filter((path) => !path.startsWith('articles/'))
        .toSorted(),
    );
  });
});
