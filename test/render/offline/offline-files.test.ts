import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fitting, offlineFiles, type OfflineText } from '../../../src/render/offline/offline-files.ts';
import type { OfflineRole } from '../../../src/site/offline-role.ts';
import type { Site } from '../../../src/site/site.ts';

const TEXTS: readonly OfflineText[] = [
  { path: 'program/index.html', role: 'core' },
  { path: 'events/tide/index.html', role: 'event' },
  { path: 'search.json', role: 'index' },
  { path: 'search/words-a.json', role: 'index' },
  { path: 'events/tide/calendar.ics', role: 'calendar' },
  { path: 'places/index.html', role: 'rest' },
  { path: 'auth/index.html', role: 'never' },
];

const SITE = { locales: ['en'], programme: [], kinds: [] } as unknown as Site;

interface Visit {
  /** The paths that a first visit stores, and those that the button stores besides. */
  readonly first: readonly string[];
  readonly more: readonly string[];
  readonly read: ReadonlySet<string>;
}

/** If the texts of a role have this many bytes each. */
function visit(bytes: Partial<Record<OfflineRole, number>>, textOf = (path: string) => `The text of ${path}`): Visit {
  const roles = new Map(TEXTS.map(({ path, role }) => [path, role]));
  const read = new Set<string>();
  const files = offlineFiles(SITE, {
    texts: TEXTS,
    files: { texts: [], core: [], pictures: [] },
    read: (path) => {
      read.add(path);
      return textOf(path);
    },
    version: (path) => ({ digest: '0123456789', bytes: bytes[roles.get(path)!] ?? 1000 }),
    templates: { text: () => '' },
  });
  const contents = new Map(files.map(({ path, text }) => [path.slice('/assets/offline/'.length), text]));
  const named = (name: string): string | Uint8Array =>
    contents.get([...contents.keys()].find((path) => path.startsWith(name))!)!;
  const { core, more } = JSON.parse(named('en.') as string) as { readonly core: PackList; readonly more: string };
  const { rest } = JSON.parse(named(`more.${more}`) as string) as { readonly rest: PackList };
  const pathsIn = ({ frame, recipes }: PackList): readonly string[] => {
    const dictionary = Buffer.from(named(`frame.${frame}`));
    const found = recipes.flatMap(([digest, , lengths]) => {
      let start = 0;
      return lengths.flatMap((length) => {
        const part = (named(`pack.${digest}`) as Uint8Array).subarray(start, (start += length));
        return JSON.parse(inflateRawSync(part, { dictionary }).toString()) as readonly (readonly [string])[];
      });
    });
    return [...new Set(found.map(([path]) => path))].toSorted();
  };
  return { first: pathsIn(core), more: pathsIn(rest), read };
}

interface PackList {
  readonly frame: string;
  readonly recipes: readonly (readonly [digest: string, names: string, lengths: readonly number[]])[];
}

/** Text that compresses to this size. */
const noise = (path: string, outputLength: number): string =>
  createHash('shake256', { outputLength }).update(path).digest('base64');

describe('a first visit', () => {
  it('stores the programme, its events with their calendars, and the search', () => {
    expect(visit({}).first).toEqual([
      'events/tide/calendar.ics',
      'events/tide/index.html',
      'program/index.html',
      'search.json',
      'search/words-a.json',
    ]);
  });

  it('leaves the pages of events to the button if they are too large, without packing them', () => {
    const { first, read } = visit({ event: 60_000_000 });
    expect(first).not.toContain('events/tide/index.html');
    expect(first).toContain('events/tide/calendar.ics');
    expect(read).not.toContain('events/tide/index.html');
  });

  it('leaves out what is needed least until packs have at most 2.6 MB: events, then calendars, then the search', () => {
    const large = (path: string): string => (/^(?:events|search)/.test(path) ? noise(path, 900_000) : '');
    const { first, more } = visit({}, large);
    expect(first).toEqual(['program/index.html', 'search.json', 'search/words-a.json']);
    expect(more).toEqual(['events/tide/calendar.ics', 'events/tide/index.html', 'places/index.html']);
  });

  it('stores pages of no use without a network neither at first nor on request', () => {
    const { first, more, read } = visit({});
    expect([...first, ...more]).not.toContain('auth/index.html');
    expect(read).not.toContain('auth/index.html');
  });
});

describe('what a visitor can store on request', () => {
  it('is what fits, the smallest pages first, so that a build does not hold every text of a huge site', () => {
    const sizes = new Map([
      ['a', 3],
      ['b', 1],
      ['c', 2],
      ['d', 1],
    ]);
    const texts = [...sizes.keys()].map((path) => ({ path, role: 'rest' as const }));
    const fit = (most: number) => fitting(texts, most, (path) => ({ bytes: sizes.get(path)! })).map(({ path }) => path);
    expect(fit(4)).toEqual(['b', 'c', 'd']);
    expect(fit(7)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('reads no text that does not fit', () => {
    expect(visit({ rest: 300_000_001 }).read).not.toContain('places/index.html');
  });
});
