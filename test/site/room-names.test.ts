import { describe, expect, it } from 'vitest';
import { scheduleOf } from '../../src/site/feeds/schedule.ts';
import type { CardsPage, GridPage, ProgrammePage, SlotPage } from '../../src/site/pages/view.ts';
import { pagesOf, viewOf } from '../../src/site/pages.ts';
import { event, siteOf } from './harbour-site.ts';

const at = (place: string) => event('2027-06-18T10:00:00Z', '2027-06-18T11:00:00Z', `place_id: places/${place}\n`);
const URL = 'https://harbour.example';
const site = siteOf(
  {
    'places/bar-a.yaml': 'name: Bar\n$id: "1"\n',
    'places/bar-b.yaml': 'name: Bar\n$id: "2"\n',
    'places/hall-a.yaml': 'name: Hall\n$id: "3"\n',
    'places/hall-b.yaml': 'name: Hall\n$id: "4"\n',
    'places/hall-c.yaml': 'name: Hall 2\n$locales: { fr: { name: Salle } }\n',
    'events/a.yaml': at('hall-a'),
    'events/b.yaml': at('hall-b'),
    'events/c.yaml': at('hall-c'),
  },
  { url: URL },
);
const viewAt = (path: string) =>
  viewOf(
    site,
    pagesOf(site).pages.find(({ page }) => page === path)!,
    'en',
  );

describe('two places of the programme with the same name', () => {
  const names = ['Hall', 'Hall 2', 'Hall 3'];

  it('differ by a number in filters, groups, the grid and the schedule', () => {
    const { filters, groups } = viewAt('/program/places/').body as ProgrammePage;
    const { days } = viewAt('/program/grid/').body as GridPage;
    expect(filters.places.map(({ title }) => title.text)).toEqual(names);
    expect(groups.map(({ title }) => title.text)).toEqual(names);
    expect(days[0]!.columns.map(({ title }) => title.text)).toEqual(names);
    expect(
      scheduleOf(site, 'en')
        .rooms.map(({ name }) => name)
        .sort(),
    ).toEqual(names);
  });

  it('have that name on their pages and in entries, and places without a programme keep theirs', () => {
    expect(viewAt('/places/hall-b/').title.text).toBe('Hall 3');
    expect((viewAt('/events/b/').body as SlotPage).slot.where!.title.text).toBe('Hall 3');
    const { groups } = viewAt('/places/').body as CardsPage;
    const titles = groups.flatMap(({ cards }) => cards.map(({ title }) => title.text));
    expect(titles.sort()).toEqual(['Bar', 'Bar', ...names]);
  });
});
