import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
// @ts-expect-error It is a module for browsers.
import * as engine from '../../templates/assets/find.js';
import { searchFiles, type SearchFile } from '../../src/site/feeds/search.ts';
import { wordsOf, wordsOfSource } from '../../src/site/feeds/search-words.ts';
import type { Entity, Site } from '../../src/site/site.ts';
import { siteOf } from './harbour-site.ts';

interface Entry {
  readonly t: string;
  readonly [key: string]: unknown;
}
interface Result {
  readonly total: number;
  readonly marks: ReadonlySet<string>;
  readonly entries: readonly Entry[];
}
type Load = (name: string) => Promise<unknown>;
const {
  openSearch,
  similarity,
  wordsOf: wordsInBrowser,
} = engine as {
  readonly openSearch: (load: Load) => Promise<(query: string) => Promise<Result>>;
  readonly similarity: (wanted: string, word: string) => number;
  readonly wordsOf: (text: string) => readonly string[];
};

/** Searches like a page, and counts what a compressing host sends. */
function searchOn(site: Site): {
  readonly search: (query: string) => Promise<Result>;
  readonly sent: Map<string, number>;
} {
  const files = new Map<string, SearchFile>(searchFiles(site).map((file) => [file.path.slice(1), file]));
  const sent = new Map<string, number>();
  const load: Load = async (name) => {
    const text = files.get(name)!.compose(site, 'fr', (picture) => `/${picture}`);
    sent.set(name, gzipSync(text).length);
    return JSON.parse(text) as unknown;
  };
  let opened: ReturnType<typeof openSearch> | undefined;
  return { sent, search: async (query) => (await (opened ??= openSearch(load)))(query) };
}

const titles = ({ entries }: Result): readonly string[] => entries.map(({ t }) => t);

const CONTENT = {
  'places/barge.yaml': 'name: La Gabare\n',
  'categories/concert.yaml': 'title: Concerts\nstatus: published\n',
  'hosts/anais.yaml': 'title: Anaïs Le Goff\nstatus: published\n',
  'sessions/tides.yaml':
    'title: Écouter la marée\nstatus: published\ndescription: Un atelier au bord du quai.\nhostIds: [hosts/anais]\ntime: { start: 2027-06-19T10:00:00+02:00, end: 2027-06-19T11:00:00+02:00 }\n',
  'events/concert.yaml':
    'title: Duo Ressac\nstart_time: 2027-06-18T22:00:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\ncategory: concert\nplace_id: places/barge\ndescription: Deux accordéons qui se coupent la parole.\n',
  'articles/bread.md':
    '---\ntitle: Le pain\nstatus: published\npublished_at: 2027-05-01T10:00:00+02:00\n---\nOn trouve du pain sur le quai, et des accordéons.\n',
};

describe('the search', () => {
  const { search } = searchOn(siteOf(CONTENT));
  const found = async (query: string): Promise<readonly string[]> => titles(await search(query));

  it('finds an event by its place, day, category, host and text', async () => {
    expect(await found('gabare vendredi')).toEqual(['Duo Ressac']);
    expect(await found('concerts 18 juin')).toEqual(['Duo Ressac']);
    expect((await found('Anaïs')).toSorted()).toEqual(['Anaïs Le Goff', 'Écouter la marée']);
    expect(await found('atelier quai samedi')).toEqual(['Écouter la marée']);
  });

  it('does not mind accents, capitals, unfinished words and mistakes, also in the first letter', async () => {
    for (const query of ['ecouter maree', 'ÉCOUTER', 'écou', 'ecuoter', 'écoutter', 'exouter', 'icouter'])
      expect((await found(query))[0], query).toBe('Écouter la marée');
    expect(await found('zzzzzz')).toEqual([]);
    expect(await found('?!')).toEqual([]);
  });

  it('shows a word in a title before one in a text, and names the words that it found', async () => {
    expect(await found('pain')).toEqual(['Le pain']);
    const result = await search('acordeons');
    expect(titles(result).toSorted()).toEqual(['Duo Ressac', 'Le pain']);
    expect([...result.marks]).toEqual(['accordeons']);
    expect(titles(await search('quai')).length).toBe(2);
  });

  it('shows what has the most of the words if nothing has all of them', async () => {
    expect(await found('gabare concerts licorne')).toEqual(['Duo Ressac']);
  });

  it('has time, place and category of each result', async () => {
    const { entries } = await search('ressac');
    expect(entries[0]).toEqual({
      u: 'events/concert/',
      t: 'Duo Ressac',
      k: 'Programme',
      w: 'vendredi 18 juin, 22:00 – 23:00',
      p: 'La Gabare',
      c: ['Concerts'],
      x: 'Deux accordéons qui se coupent la parole.',
    });
  });

  it('shows the number itself before a longer one that begins with it, also in a title', async () => {
    const stages = searchOn(
      siteOf({
        'places/stage-7.yaml': 'name: Stage 7\n',
        'places/stage-5.yaml': 'name: Stage 5\n',
        'events/a.yaml':
          'title: Kernel 75\nstart_time: 2027-06-18T20:00:00+02:00\nend_time: 2027-06-18T21:00:00+02:00\nplace_id: places/stage-5\n',
        'events/b.yaml':
          'title: Kernel 12\nstart_time: 2027-06-18T20:00:00+02:00\nend_time: 2027-06-18T21:00:00+02:00\nplace_id: places/stage-7\n',
      }),
    );
    expect(titles(await stages.search('stage 7 kernel'))).toEqual(['Kernel 12']);
    expect(titles(await stages.search('kernel 1'))[0]).toBe('Kernel 12');
    expect(similarity('2027', '2026')).toBe(0);
  });

  it('does not take a short word for another one', () => {
    expect(similarity('pont', 'mont')).toBeGreaterThan(0);
    expect(similarity('son', 'bon')).toBe(0);
    expect(similarity('concert', 'concerto')).toBeGreaterThan(similarity('conserto', 'concerto'));
  });

  it('finds the words of a text, and not where its links lead', () => {
    const text = 'Take *the ferry*, [see](places/quay "at night") <a href="/x">and &eacute;tale</a> `List<Item>`';
    expect(wordsOfSource(text)).toEqual(['take', 'the', 'ferry', 'see', 'and', 'etale', 'list']);
  });

  it('splits words in the build as in browsers', () => {
    for (const text of ['L’été à Saint-Malo, 20 h 30', 'Große Straße 日本語 naïve_x 3D'])
      expect(wordsOf(text)).toEqual(wordsInBrowser(text));
  });
});

describe('the search in 10,000 documents', () => {
  const base = siteOf(CONTENT);
  const [sample] = base.of('event');
  /** Words as unequally frequent as in real texts. */
  let state = 1;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const word = (): string => {
    const rank = Math.floor(20_000 ** random());
    return [...String(rank * 7919)].map((digit) => 'ralotisenu'[Number(digit)]).join('');
  };
  const text = (length: number): string => Array.from({ length }, word).join(' ');
  const entities = Array.from({ length: 10_000 }, (_, index) => ({
    ...sample!,
    address: `events/event-${index}`,
    fields: { ...sample!.fields, title: `${text(3)} ${index}`, description: text(30) },
  })) as unknown as readonly Entity[];
  const slot = base.programme.find(({ entity }) => entity === (sample as Entity))!;
  const site: Site = {
    ...base,
    of: ((kind: string) => (kind === 'event' ? entities : [])) as Site['of'],
    slotOf: (address) => ({ ...slot, entity: entities[Number(address.split('-')[1])]! }),
  };

  it('loads at most 300 kB for a search of three words', async () => {
    const { search, sent } = searchOn(site);
    const wanted = (entities[4321]!.fields as { readonly title: string }).title;
    const [first, second] = wanted.split(' ');
    const result = await search(`${first} ${second} 4321`);
    expect(result.entries[0]!.t).toBe(wanted);
    const bytes = [...sent.values()].reduce((sum, each) => sum + each, 0);
    expect(bytes).toBeLessThan(300_000);
    expect(sent.size).toBeGreaterThan(2);
  });
});
