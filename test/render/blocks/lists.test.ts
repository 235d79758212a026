import { describe, expect, it } from 'vitest';
import { all, classesOf, one, textOf, type Element } from '../html-tree.ts';
import { DRAWING, pageOf } from './block-page.ts';

const published = (title: string, more = ''): string => `title: ${title}\nstatus: published\n${more}`;
const at = (day: string): string =>
  `time: { start: 2027-06-${day}T10:00:00+02:00, end: 2027-06-${day}T11:00:00+02:00 }\n`;
const article = (title: string, day: string): string =>
  `---\ntitle: ${title}\nstatus: published\npublished_at: 2026-0${day}-01T09:00:00+02:00\n---\nText of ${title}.\n`;

const files = {
  'media/a.svg': DRAWING,
  'sessions/first.yaml': published('First', `${at('18')}interestPointId: interest-points/hall\n`),
  'sessions/second.yaml': published('Second', at('19')),
  'sessions/hidden.yaml': `title: Hidden\nstatus: draft\n${at('19')}`,
  'hosts/ada.yaml': published('Ada', 'media: { url: media/a.svg, alt: Ada }\ndescription: Grows apples.\n'),
  'hosts/bo.yaml': published('Bo'),
  'maps/m.yaml': published('Map', 'media: media/a.svg\n'),
  'interest-points/hall.yaml': published('Hall', 'mapId: maps/m\n'),
  'interest-points/shed.yaml': published('Shed', 'mapId: maps/m\n'),
  'articles/old.md': article('Old', '3'),
  'articles/new.md': article('New', '5'),
};

const cardsIn = (within: Element): readonly string[] => all(within, '.card-title').map(textOf);

const LISTS = [
  {
    type: 'sessions',
    pointer: 'broadcastSessionId',
    folder: 'sessions',
    slugs: ['second', 'first'],
    titles: ['Second', 'First'],
  },
  { type: 'hosts', pointer: 'broadcastHostId', folder: 'hosts', slugs: ['bo', 'ada'], titles: ['Bo', 'Ada'] },
  {
    type: 'interestPoints',
    pointer: 'broadcastInterestPointId',
    folder: 'interest-points',
    slugs: ['shed', 'hall'],
    titles: ['Shed', 'Hall'],
  },
  {
    type: 'articles',
    pointer: 'broadcastArticleId',
    folder: 'articles',
    slugs: ['old', 'new'],
    titles: ['Old', 'New'],
  },
] as const;

describe.each(LISTS)('the $type block', ({ type, pointer, folder, slugs, titles }) => {
  const values = slugs.map((slug) => ({ [pointer]: `${folder}/${slug}` }));

  it.each(['list', 'grid', 'carousel'])('shows the named documents in the order of its entries: %s', async (format) => {
    const { blocks, diagnostics } = await pageOf([{ type, format, values }], { files });
    expect(diagnostics).toEqual([]);
    expect(cardsIn(blocks)).toEqual(titles);
    expect(classesOf(one(blocks, 'ul').attributes)).toContain(`cards-${format}`);
    expect(all(one(blocks, 'ul'), 'a').map(({ attributes }) => attributes['href'])).toEqual(
      slugs.map((slug) => `../../${folder}/${slug}/`),
    );
    const regions = all(blocks, '[data-carousel]');
    expect(regions).toHaveLength(format === 'carousel' ? 1 : 0);
    for (const { attributes } of regions) {
      expect(attributes).toMatchObject({ tabindex: '0', 'aria-label': expect.stringMatching(/./) });
    }
  });

  it('is a list by default, or if the format is unknown', async () => {
    const { blocks } = await pageOf(
      [
        { type, values },
        { type, values, format: 'spiral' },
      ],
      { files },
    );
    expect(all(blocks, 'ul').map(({ attributes }) => attributes['class'])).toEqual([
      'cards cards-list',
      'cards cards-list',
    ]);
  });

  it('shows the results of a query, sorted and limited, without duplicates', async () => {
    const query = {
      filters: [{ status: 'published' }],
      filtersLogical: '$and',
      limit: 1,
      skip: 0,
      sort: { title: 'asc' },
    };
    const [least] = titles.toSorted();
    const { blocks } = await pageOf([{ type, values: [{ query }, { query }] }], { files });
    expect(cardsIn(blocks)).toEqual([least]);
  });

  it('has card titles one level below the title above it', async () => {
    const title = { type: 'title', values: [{ text: 'Title' }] };
    const { blocks } = await pageOf([{ type, values }, title, { type, values }], { files });
    const levels = all(blocks, '.card-title').map(({ name }) => name);
    expect(levels).toEqual(['h2', 'h2', 'h3', 'h3']);
  });

  it('renders nothing if its query finds nothing', async () => {
    const query = { filters: [{ title: 'Nobody' }], filtersLogical: '$and' };
    const { blocks } = await pageOf([{ type, format: 'carousel', values: [{ query }] }, { type: 'divider' }], {
      files,
    });
    expect(all(blocks, 'ul')).toEqual([]);
    expect(all(blocks, '[data-carousel]')).toEqual([]);
  });
});

describe('a card', () => {
  it('of a session shows when and where it is', async () => {
    const { blocks } = await pageOf([{ type: 'sessions', values: [{ broadcastSessionId: 'sessions/first' }] }], {
      files,
    });
    expect(textOf(one(blocks, '.card-meta'))).toBe('vendredi 18 juin, 10:00 · Hall');
    expect(one(blocks, 'time').attributes['datetime']).toBe('2027-06-18T10:00:00+02:00');
  });

  it('of a draft is never shown', async () => {
    const { blocks, diagnostics } = await pageOf(
      [{ type: 'sessions', values: [{ broadcastSessionId: 'sessions/hidden' }, { query: { limit: -1, skip: 0 } }] }],
      { files },
    );
    expect(cardsIn(blocks)).toEqual(['First', 'Second']);
    expect(diagnostics).toMatchObject([{ code: 'hidden-pointer' }]);
  });

  it('does not repeat its title to screen readers: its picture has an empty alt text', async () => {
    const { blocks } = await pageOf([{ type: 'hosts', values: [{ broadcastHostId: 'hosts/ada' }] }], { files });
    expect(one(blocks, 'img').attributes).toMatchObject({ alt: '', width: '300', height: '200' });
    expect(textOf(one(blocks, '.card-text'))).toBe('Grows apples.');
  });

  it('of an article shows its date and its first words', async () => {
    const { blocks } = await pageOf([{ type: 'articles', values: [{ broadcastArticleId: 'articles/old' }] }], {
      files,
    });
    expect(textOf(one(blocks, '.card-meta'))).toBe('dimanche 1 mars 2026');
    expect(textOf(one(blocks, '.card-text'))).toBe('Text of Old.');
  });
});
