import { describe, expect, it } from 'vitest';
import { composeAllDays } from '../../src/site/pages/programme-frame.ts';
import { BY_DAY } from '../../src/site/pages/programme-list.ts';
import { pagesOf } from '../../src/site/pages.ts';
import { scopeOf } from '../../src/site/scope.ts';
import type { CardsPage, GridPage, ProgrammePage, SlotPage } from '../../src/site/pages/view.ts';
import type { Site } from '../../src/site/site.ts';
import { event, filesOf, siteOf, viewAt } from './harbour-site.ts';
import { scheduleOf } from '../../src/site/feeds/schedule.ts';
import { words } from '../words.ts';

const paths = (site: Site): readonly string[] => pagesOf(site).pages.map(({ page }) => page);
const bodyOf = (site: Site, path: string) => viewAt(site, path, 'fr').body;

/** A festival of this many entries a day, from 10:00 on, every ten minutes. */
function many({ days, perDay }: { readonly days: number; readonly perDay: number }): Site {
  const files: Record<string, string> = { 'places/b.yaml': 'name: B\n', 'places/a.yaml': 'name: A\n' };
  for (let day = 0; day < days; day++)
    for (let index = 0; index < perDay; index++) {
      const start = Date.parse(`2027-06-${18 + day}T08:00:00Z`) + Math.floor(index / 4) * 600_000;
      const [from, to] = [start, start + 3_600_000].map((instant) => new Date(instant).toISOString());
      const place = `place_id: places/${index % 2 === 0 ? 'a' : 'b'}\n`;
      files[`events/e-${day}-${index}.yaml`] = event(from!, to!, `${place}category: track ${index % 3}\n`);
    }
  return siteOf(files);
}

describe('an event over several days', () => {
  const site = siteOf({
    'events/show.yaml': event('2027-06-18T10:00:00+02:00', '2027-06-20T22:00:00+02:00'),
    'events/talk.yaml': event('2027-06-19T09:00:00+02:00', '2027-06-19T10:00:00+02:00'),
  });
  const scope = scopeOf(site, { locale: 'en', page: '/program/' });
  const { groups } = composeAllDays(BY_DAY, site.programme, scope).body as ProgrammePage;

  it('stands under each of its days, and says since when on the later ones', () => {
    const shown = groups.map(({ title, parts }) => [
      title.text,
      ...parts.flatMap((part) =>
        part.moments.flatMap(({ time, slots }) =>
          slots.map((slot) => [part.title, time?.text, slot.since?.text, slot.link.href]),
        ),
      ),
    ]);
    expect(shown).toEqual([
      ['Friday 18 June', [undefined, '10:00', undefined, '../events/show/']],
      [
        'Saturday 19 June',
        ['Continues', undefined, 'since Fri 18', '../events/show/'],
        [undefined, '09:00', undefined, '../events/talk/'],
      ],
      ['Sunday 20 June', ['Continues', undefined, 'since Fri 18', '../events/show/']],
    ]);
  });

  it('shows the date on which it ends', () => {
    const { slot } = bodyOf(site, '/events/show/') as SlotPage;
    expect(slot.time).toMatchObject({ from: '10:00', to: '22:00', toDay: { text: 'dimanche 20 juin' } });
    const talk = bodyOf(site, '/events/talk/') as SlotPage;
    expect(talk.slot.time.toDay).toBeUndefined();
  });
});

describe('an entry in a list', () => {
  it('names its hosts, except those that its title names', () => {
    const site = siteOf({
      'hosts/ada.yaml': 'title: Ada Lund\nstatus: published\n',
      'hosts/bo.yaml': 'title: Bo Dahl\nstatus: published\n',
      'sessions/talk.yaml':
        'title: Ada Lund on rivers\nstatus: published\nhostIds: [hosts/ada, hosts/bo]\n' +
        'time: { start: 2027-06-18T10:00:00+02:00, end: 2027-06-18T11:00:00+02:00 }\n',
    });
    const { slot } = bodyOf(site, '/sessions/talk/') as SlotPage;
    expect(slot.hosts).toEqual([{ text: 'Bo Dahl' }]);
  });
});

describe('places', () => {
  it('without coordinates are on no map, unless they name one', () => {
    const site = siteOf({
      'media/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"/>',
      'maps/quay.yaml': 'title: Quay\nstatus: published\ntype: image\nmedia: media/a.svg\nwidth: 90\nheight: 90\n',
      'places/bar.yaml': 'name: Bar\ncoordinates: { x: 1, y: 1 }\n',
      'places/hotel.yaml': 'name: Hotel\n',
      'places/yard.yaml': 'name: Yard\n$map: maps/quay\n',
    });
    const { groups } = bodyOf(site, '/places/') as CardsPage;
    expect(groups.map(({ title, cards }) => [title, cards.map((card) => card.title.text)])).toEqual([
      [undefined, ['Hotel']],
      ['Quay', ['Bar', 'Yard']],
    ]);
  });

  it('are in the order that their author gives them, and the others follow by name', () => {
    const names = ['attic', 'boat', 'main-stage', 'yard'];
    const order: Readonly<Record<string, string>> = { 'main-stage': '$order: 1\n', yard: '$order: 2\n' };
    const site = siteOf({
      ...Object.fromEntries(names.map((name) => [`places/${name}.yaml`, `name: ${name}\n${order[name] ?? ''}`])),
      ...Object.fromEntries(
        names.map((name) => [
          `events/in-${name}.yaml`,
          event('2027-06-18T20:00:00+02:00', '2027-06-18T22:00:00+02:00', `place_id: places/${name}\n`),
        ]),
      ),
    });
    const { columns } = (bodyOf(site, '/program/grid/') as GridPage).days[0]!;
    const { filters, groups } = bodyOf(site, '/program/places/') as ProgrammePage;
    const cards = (bodyOf(site, '/places/') as CardsPage).groups.flatMap(({ cards: inside }) => inside);
    for (const list of [columns, filters.places, groups, cards])
      expect(list.map(({ title }) => title.text)).toEqual(['main-stage', 'yard', 'attic', 'boat']);
  });
});

describe('a programme in spring and in summer', () => {
  const spring = event('2027-03-27T20:00:00+01:00', '2027-03-27T22:00:00+01:00');
  const summer = event('2027-06-18T20:00:00+02:00', '2027-06-18T22:00:00+02:00');

  it('names the time zone by the name that all its entries have in common', () => {
    const zoneOf = (files: Record<string, string>, path: string): unknown =>
      (bodyOf(siteOf(files), path) as ProgrammePage).zone;
    const both = { 'events/a.yaml': spring, 'events/b.yaml': summer };
    expect(zoneOf(both, '/program/')).toMatchObject({ name: 'heure d’Europe centrale', id: 'Europe/Paris' });
    expect(zoneOf(both, '/embed/program/')).toBe('heure d’Europe centrale');
    expect(zoneOf({ 'events/b.yaml': summer }, '/program/')).toMatchObject({ name: 'heure d’été d’Europe centrale' });
  });

  it('has the month in the links to its days, which a programme in one month does not need', () => {
    const chips = (files: Record<string, string>): readonly string[] => {
      const site = siteOf(files);
      const pages = ['/program/', '/program/grid/'].map((path) => (bodyOf(site, path) as ProgrammePage).jump);
      return pages.flatMap((jump) => jump.map(({ text }) => text));
    };
    const month = chips({ 'events/a.yaml': spring, 'events/b.yaml': summer });
    expect(month).toEqual(['sam. 27 mars', 'ven. 18 juin', 'sam. 27 mars', 'ven. 18 juin']);
    expect(chips({ 'events/b.yaml': summer })).toEqual(['ven. 18', 'ven. 18']);
  });
});

describe('the pages of the programme', () => {
  const large = many({ days: 2, perDay: 160 });

  it('are one for each view if it is small', () => {
    const site = many({ days: 3, perDay: 8 });
    expect(paths(site).filter((path) => path.startsWith('/program/'))).toEqual([
      '/program/',
      '/program/grid/',
      '/program/places/',
      '/program/categories/',
    ]);
    const { groups } = bodyOf(site, '/program/places/') as ProgrammePage;
    expect(groups.map(({ title }) => title.text)).toEqual(['A', 'B']);
  });

  it('are one for each day, place and category if it has more than 300 entries', () => {
    expect(paths(large).filter((path) => path.startsWith('/program/'))).toEqual(
      words(`
      /program/ /program/grid/ /program/2027-06-18/ /program/grid/2027-06-18/ /program/2027-06-19/
      /program/grid/2027-06-19/ /program/places/ /program/places/a/ /program/places/b/ /program/categories/
      /program/categories/track-0/ /program/categories/track-1/ /program/categories/track-2/
    `),
    );
    expect(bodyOf(large, '/program/places/')).toMatchObject({
      groups: [],
      jump: [{ text: 'A', link: { href: 'a/' }, count: 160 }, { text: 'B' }],
    });
  });

  it('show today at the entrance of a large programme, and the first day before and after it', () => {
    const dayAt = (now: string): unknown => {
      const at = { ...large, clock: siteOf({}, { now }).clock };
      return (bodyOf(at, '/program/') as ProgrammePage).groups[0]!.key;
    };
    expect(dayAt('2027-06-01T12:00:00Z')).toBe('d2027-06-18');
    expect(dayAt('2027-06-19T03:59:59Z')).toBe('d2027-06-18');
    expect(dayAt('2027-06-19T04:00:00Z')).toBe('d2027-06-19');
    expect(dayAt('2027-06-21T12:00:00Z')).toBe('d2027-06-18');
  });

  it('fold a long day by hour, with only the first hour open', () => {
    const { groups } = bodyOf(large, '/program/2027-06-18/') as ProgrammePage;
    expect(groups[0]!.parts.slice(0, 2)).toMatchObject([
      { title: '10:00', isFolded: true, isOpen: true, count: 24 },
      { title: '11:00', isFolded: true, isOpen: false, count: 24 },
    ]);
  });

  it('limit what takes place at the same time, and link to all of it in the programme', () => {
    const body = bodyOf(large, '/events/e-0-40/') as SlotPage;
    expect(body.meanwhile.length).toBe(6);
    expect(body.meanwhile.map(({ time }) => time.from)).toEqual(expect.arrayContaining(['11:40']));
    expect(body.allMeanwhile).toEqual({
      title: 'Tout à cette heure',
      href: '../../program/2027-06-18/?from=11#d2027-06-18',
    });
  });

  it('have filters with the names that addresses have, and one for all spellings of a category', () => {
    const at = (name: string, category: string): Record<string, string> => ({
      [`events/${name}.yaml`]: event(
        '2027-06-18T20:00:00+02:00',
        '2027-06-18T22:00:00+02:00',
        `place_id: places/quay-2\ncategory: ${JSON.stringify(category)}\n`,
      ),
    });
    const site = siteOf(
      {
        'places/quay-2.yaml': 'name: Quay\n$slug: quay\n',
        'categories/talk.yaml': 'title: Talks\nstatus: published\n',
        ...at('a', 'café'),
        ...at('b', 'Café'),
        ...at('c', 'Café'),
        ...at('d', 'CAFÉ'),
        ...at('e', 'Talk'),
        ...at('f', 'talk'),
        ...at('g', '<b>"R&D" #1</b>'),
      },
      { url: 'https://harbour.example' },
    );
    const { filters, groups } = bodyOf(site, '/program/categories/') as ProgrammePage;
    const keys = ['-b-r-d-1-b-', 'cafe', 'talk'];
    expect(filters.categories.map(({ key, title }) => [key, title.text])).toEqual([
      ['-b-r-d-1-b-', '<b>"R&D" #1</b>'],
      ['cafe', 'Café'],
      ['talk', 'Talks'],
    ]);
    expect(groups.map(({ key }) => key)).toEqual(keys.map((key) => `c-${key}`));
    for (const key of keys) expect(filesOf(site).has(`/program/categories/${key}/calendar.ics`)).toBe(true);
    const slot = (bodyOf(site, '/events/d/') as SlotPage).slot;
    expect([slot.categories[0]!.key, slot.where!.key, slot.where!.link.href]).toEqual([
      'cafe',
      'quay',
      '../../places/quay/',
    ]);
    expect(filters.places.map(({ key }) => key)).toEqual(['quay']);
    const tracks = [
      ...filesOf(site)
        .get('/schedule.json')!
        .matchAll(/"track": ?"([^"]*)"/g),
    ].map(([, track]) => track);
    expect(new Set(tracks)).toEqual(new Set(['Café', 'Talks', '<b>\\']));
  });

  it('offer the categories, places and hours that the page has, in the order of an event day', () => {
    const site = siteOf({
      'places/quay.yaml': 'name: Quay\n',
      'events/night.yaml': event('2027-06-19T01:00:00+02:00', '2027-06-19T02:00:00+02:00', 'category: 日本\n'),
      'events/day.yaml': event(
        '2027-06-18T20:30:00+02:00',
        '2027-06-18T22:00:00+02:00',
        'place_id: places/quay\ncategory: 中国\n',
      ),
    });
    const { filters } = bodyOf(site, '/program/') as ProgrammePage;
    expect(filters.hours.map(({ key, text }) => [key, text])).toEqual([
      ['20', '20:00'],
      ['01', '01:00'],
    ]);
    expect(filters.places.map(({ key }) => key)).toEqual(['quay']);
    expect(new Set(filters.categories.map(({ key }) => key)).size).toBe(2);
  });
});

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

describe('two places of the programme with the same name', () => {
  const names = ['Hall', 'Hall 2', 'Hall 3'];

  it('differ by a number in filters, groups, the grid and the schedule', () => {
    const { filters, groups } = viewAt(site, '/program/places/').body as ProgrammePage;
    const { days } = viewAt(site, '/program/grid/').body as GridPage;
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
    expect(viewAt(site, '/places/hall-b/').title.text).toBe('Hall 3');
    expect((viewAt(site, '/events/b/').body as SlotPage).slot.where!.title.text).toBe('Hall 3');
    const { groups } = viewAt(site, '/places/').body as CardsPage;
    const titles = groups.flatMap(({ cards }) => cards.map(({ title }) => title.text));
    expect(titles.sort()).toEqual(['Bar', 'Bar', ...names]);
  });
});
