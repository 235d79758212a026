import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
// @ts-expect-error It is a module for browsers.
import * as engine from '../../templates/assets/find.js';
import { searchFiles, type SearchFile } from '../../src/site/feeds/search.ts';
import { wordsOf, wordsOfSource } from '../../src/site/feeds/search-words.ts';
import type { Entity, Site } from '../../src/site/site.ts';
import { runs } from '../seed.ts';
import { siteOf } from './harbour-site.ts';

interface Entry {
  readonly t: string;
  readonly [key: string]: unknown;
}
interface Result {
  readonly total: number;
  readonly marks: ReadonlySet<string>;
  readonly results: readonly { readonly kind: string; readonly load: () => Promise<Entry> }[];
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

interface Found extends Result {
  readonly entries: readonly Entry[];
}

/** As many results as a page shows at once. */
const SHOWN = 8;

/** Searches like a page, and counts what a compressing host sends. */
function searchOn(site: Site): {
  readonly search: (query: string) => Promise<Found>;
  readonly sent: Map<string, number>;
  readonly files: ReadonlyMap<string, SearchFile>;
} {
  const files = new Map<string, SearchFile>(searchFiles(site).map((file) => [file.path.slice(1), file]));
  const sent = new Map<string, number>();
  const load: Load = async (name) => {
    const text = files.get(name)!.compose(site, 'fr', (picture) => `/${picture}`);
    sent.set(name, gzipSync(text).length);
    return JSON.parse(text) as unknown;
  };
  let opened: ReturnType<typeof openSearch> | undefined;
  const search = async (query: string): Promise<Found> => {
    const result = await (await (opened ??= openSearch(load)))(query);
    return { ...result, entries: await Promise.all(result.results.slice(0, SHOWN).map((each) => each.load())) };
  };
  return { sent, files, search };
}

const titles = ({ entries }: Found): readonly string[] => entries.map(({ t }) => t);

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

const PAGE = `title: Infos
status: published
blocks:
  - { type: title, values: [{ text: Amarre }] }
  - { type: button, values: [{ label: Ponton }] }
  - { type: media, values: [{ media: media/a.svg, alt: Une bouée }, { media: { url: media/a.svg, alt: Un phare } }, { media: media/a.svg }] }
  - { type: question, values: [{ question: La vague ?, answers: [{ label: Gouvernail }] }] }
  - { type: section, values: [{ title: Écluse, blocks: [{ type: paragraph, values: [{ text: Un cabestan. }] }] }] }
`;

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
      d: '18juin2027 18062027',
      x: 'Deux accordéons qui se coupent la parole.',
    });
  });

  it.each([
    '19 juin',
    '19 juin 2027',
    'samedi 19 juin',
    'juin 19',
    '19 jui',
    '2027-06-19',
    '19/06',
    '19.06.',
    '19.6.2027',
  ])('takes %j for a day, and not for an hour and a number', async (query) => {
    const at = (day: string, until: string) =>
      `title: ${day}\nstart_time: ${day}T18:30:00+02:00\nend_time: ${day}T${until}:00+02:00\n`;
    const days = searchOn(
      siteOf({
        'events/a.yaml': at('2027-06-17', '19:06'),
        'events/b.yaml': at('2027-06-19', '20:00'),
        'articles/c.md': '---\ntitle: News\nstatus: published\n---\nUne fête le 19 juin, pas le 6.\n',
      }),
    );
    const found = titles(await days.search(query));
    expect(found[0]).toBe('2027-06-19');
    expect(found).not.toContain('2027-06-17');
    expect(found.includes('News')).toBe(/^19 jui|^juin/.test(query) && !query.includes('2027'));
    // No day of this index.
    expect(titles(await days.search('18.30'))).toHaveLength(2);
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

  it('finds an event by each of its days, and one after midnight by its evening too', async () => {
    const days = searchOn(
      siteOf({
        'events/show.yaml':
          'title: Aquarelles\nstart_time: 2027-06-18T10:00:00+02:00\nend_time: 2027-06-20T18:00:00+02:00\n',
        'events/night.yaml':
          'title: Bal de nuit\nstart_time: 2027-06-19T01:30:00+02:00\nend_time: 2027-06-19T03:00:00+02:00\n',
      }),
    );
    expect(titles(await days.search('20 juin'))).toEqual(['Aquarelles']);
    for (const day of ['samedi 19', 'vendredi'])
      expect(titles(await days.search(day)).toSorted()).toEqual(['Aquarelles', 'Bal de nuit']);
  });

  it('shows a word in a title first, then in a heading, then in a text', async () => {
    const article = (title: string, text: string): string =>
      `---\ntitle: ${title}\nstatus: published\npublished_at: 2027-05-01T10:00:00+02:00\n---\n${text}\n`;
    const ranked = searchOn(
      siteOf({
        'articles/a.md': article('Un', 'La brume.\n\n```sh\n# brume\n```'),
        'articles/b.md': article('Deux', '## La brume'),
        'articles/c.md': article('La brume', 'Trois.'),
      }),
    );
    expect(titles(await ranked.search('brume'))).toEqual(['La brume', 'Deux', 'Un']);
  });

  it('finds every word that a page shows, and not where its links lead, its tags and its comments', () => {
    for (const [text, words, headings = ''] of [
      [
        'Take *the ferry*, [see](places/quay "at night") <a href="/x">and &eacute;tale</a>',
        'take the ferry see at night and etale',
      ],
      ['`List<Item>` and ``a ` <b>``', 'list item and a b'],
      ['## One `two`\n\nThree\n---\n<h3>four</h3>', 'one two three four', 'one two three four'],
      ['```html\n# x <nav>\n<!-- y -->\n```\n\n    <div> z\n\n~~~\n<i>\n~~~', 'html x nav y div z i'],
      ['| a | b |\n|---|---|\n| c | `d` |', 'a b c d'],
      ['![alt](<media/opening hours.png> "A caption")', 'alt a caption'],
      ['x <!-- secret > secret --> y <style>secret { }</style> z', 'x y z'],
      ['**M**achine H<sub>2</sub>O sou\u00adple a <option> flag', 'm achine h2o souple a option flag machine'],
      ['[r] [^1]\n\n[r]: https://secret.example/ "title"\n[^1]: note', 'r 1 title 1 note'],
      ['A line\n[r]: shown', 'a line r shown'],
      ['a stray ` tick <b>c</b>\n\nanother ` one', 'a stray tick c another one'],
    ] as const)
      expect(wordsOfSource(text), text).toEqual({
        words: words.split(' '),
        headings: headings === '' ? [] : headings.split(' '),
      });
  });

  it('finds words in all blocks of a page', async () => {
    const info = searchOn(
      siteOf({ 'pages/info.yaml': PAGE, 'media/a.svg': '<svg/>', 'media/a.yaml': 'alt: Un goéland\n' }),
    );
    for (const word of 'amarre ponton bouee phare goeland vague gouvernail ecluse cabestan'.split(' '))
      expect(titles(await info.search(word)), word).toEqual(['Infos']);
  });

  it('finds words in texts without spaces by any two characters in a row', async () => {
    const tokyo = searchOn(
      siteOf({ 'places/tokyo.yaml': 'name: 東京国際フォーラム\n', 'places/kyoto.yaml': 'name: 京都\n' }),
    );
    expect(titles(await tokyo.search('国際'))).toEqual(['東京国際フォーラム']);
    expect(titles(await tokyo.search('フォーラム'))).toEqual(['東京国際フォーラム']);
    expect(titles(await tokyo.search('京都'))).toEqual(['京都']);
    expect(titles(await tokyo.search('京')).length).toBe(2);
  });

  it('splits words in the build as in browsers', () => {
    const mixed = ['L’été à Saint-Malo, 20 h 30', 'Große Straße 日本語 naïve_x 3D', 'sou\u00adple 第3回JS ไทย'];
    for (const text of mixed) expect(wordsOf(text)).toEqual(wordsInBrowser(text));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wordsOf(text)).toEqual(wordsInBrowser(text));
      }),
      { numRuns: runs({ test: 100, proof: 5000 }) },
    );
  });
});

describe('the search in 10,000 documents', () => {
  const base = siteOf(CONTENT);
  const [sample] = base.of('article');
  /** Words as unequally frequent as in real texts. */
  let state = 1;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const letters = (number: number): string => [...String(number)].map((digit) => 'ralotisenu'[Number(digit)]).join('');
  const word = (): string => letters(Math.floor(20_000 ** random()) * 7919);
  const text = (length: number): string => Array.from({ length }, word).join(' ');
  const articles = (length: number) =>
    Array.from({ length }, (_, index) => {
      const content = `${text(30)}\n\n## ${text(3)}\n\nzz${letters(index)}`;
      const source = { text: content.repeat(10) };
      return {
        ...sample!,
        address: `articles/article-${index}`,
        document: { ...sample!.document, source },
        fields: { ...sample!.fields, title: `${text(3)} ${index}`, content },
      };
    }) as unknown as readonly Entity[];
  const siteWith = (all: readonly Entity[]): Site => ({
    ...base,
    of: ((kind: string) => (kind === 'article' ? all : [])) as Site['of'],
  });
  const entities = articles(10_000);
  const site = siteWith(entities);
  const titleOf = (index: number): string => (entities[index]!.fields as { readonly title: string }).title;
  const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, each) => total + each, 0);

  it('loads at most 60 kB for a search of three words, from one of few files', async () => {
    const { search, sent, files } = searchOn(site);
    const [first, second] = titleOf(4321).split(' ');
    expect((await search(`${first} ${second} 4321`)).entries[0]!.t).toBe(titleOf(4321));
    expect(sum(sent.values())).toBeLessThan(60_000);
    expect(sent.size).toBeGreaterThan(2);
    expect(files.size).toBeLessThan(500);
  });

  it('finds the last word of every text, its beginning, and a title with a mistake in the first letter', async () => {
    const { search } = searchOn(site);
    for (let index = 0; index < 10_000; index += 397)
      expect(titles(await search(`zz${letters(index)} ${index}`))[0], String(index)).toBe(titleOf(index));
    expect((await search('zzral')).total).toBeGreaterThan(5);
    const known = titleOf(77)
      .split(' ')
      .toSorted((one, other) => other.length - one.length)[0]!;
    expect((await search(`x${known.slice(1)}`)).marks).toContain(known);
  });

  it('changes few parts with a sentence', () => {
    const some = entities.slice(0, 2000);
    const [edited] = some;
    const fields = { ...edited!.fields, content: `${String(edited!.fields.content)} ${text(3)} nouveau` };
    const [before, after] = [some, some.with(0, { ...edited!, fields })].map((each) => {
      const small = siteWith(each);
      const parts = searchFiles(small).filter(({ path }) => !path.startsWith('/search/entries-'));
      return parts.map(({ compose }) => compose(small, 'fr', () => undefined));
    });
    expect(before!.length).toBeGreaterThan(15);
    expect(before!.filter((part, index) => part !== after![index]).length).toBeLessThan(8);
  });
});
