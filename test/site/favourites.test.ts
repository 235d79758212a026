import { describe, expect, it } from 'vitest';
import { favouritesData } from '../../src/site/feeds/programme-data.ts';
import { event, siteOf } from './harbour-site.ts';

const on = (place: string) => `place_id: places/${place}\n`;
const TEXTS = {
  'maps/harbour.yaml': 'title: Map\ntype: image\nstatus: published\nwidth: 1000\nheight: 1000\n$scale: 0.5\n',
  'maps/inside.yaml': 'title: Inside\ntype: image\nstatus: published\nwidth: 1000\nheight: 1000\n',
  'places/quay.yaml': 'name: Quay\ncoordinates: { x: 100, y: 300 }\n$map: maps/harbour\n',
  'places/hall.yaml': 'name: Hall\ncoordinates: { x: 100, y: 300 }\n$map: maps/inside\n',
  'events/a.yaml': event('2027-06-19T01:30:00+02:00', '2027-06-19T02:00:00+02:00', on('quay')),
  'events/b.yaml': event('2027-06-19T10:00:00+02:00', '2027-06-21T18:00:00+02:00', on('hall')),
};

interface Data {
  readonly uid: string;
  readonly days: Record<string, string>;
  readonly places: readonly object[];
  readonly entries: readonly { readonly k: string; readonly a: string }[];
}
const dataOf = (texts: Record<string, string>, locale: 'fr' | 'en' = 'en') =>
  JSON.parse(favouritesData(siteOf(texts, { url: 'https://fest.example/2027' }), locale)) as Data;

describe('the entries for favourites', () => {
  it('have the event day, and the last of several days', () => {
    expect(dataOf(TEXTS)).toMatchObject({
      uid: '.2027@fest.example',
      days: {
        '2027-06-18': 'Friday 18 June',
        '2027-06-19': 'Saturday 19 June',
        '2027-06-20': 'Sunday 20 June',
        '2027-06-21': 'Monday 21 June',
      },
      entries: [
        { a: 'events/a', u: 'events/a/', d: '2027-06-18', f: '01:30', b: 'Sat 19 01:30', o: '02:00', p: 1 },
        { a: 'events/b', d: '2027-06-19', z: '2027-06-21', b: 'Sat 19 10:00', o: 'Mon 21 18:00', w: true },
      ],
    });
  });

  it.each<[string, string, string, object]>([
    ['a night until the morning is one event of its evening', '18T22:00', '19T07:00', { d: '2027-06-18', f: '22:00' }],
    [
      'a night until noon takes time, and is listed on both days with its dates',
      '18T22:00',
      '19T12:00',
      { d: '2027-06-18', z: '2027-06-19', b: 'Fri 18 22:00', o: 'Sat 19 12:00' },
    ],
    ['visitors come and go in an exhibition of a day', '18T10:00', '18T22:00', { d: '2027-06-18', w: true }],
    ['a workshop of a day is one event', '18T09:00', '18T18:30', { d: '2027-06-18' }],
  ])('have what a plan needs: %s', (_, start, end, expected) => {
    const at = (time: string) => `2027-06-${time}:00+02:00`;
    const [entry] = dataOf({ 'events/a.yaml': event(at(start), at(end)) }).entries;
    expect({ z: undefined, w: undefined, ...entry }).toMatchObject({ z: undefined, w: undefined, ...expected });
  });

  it('have places in metres only on maps whose scale is known', () => {
    expect(dataOf(TEXTS).places).toEqual([{ t: 'Hall' }, { t: 'Quay', m: 'harbour', x: 50, y: 150 }]);
  });

  it('number places whatever the order of the programme, so that an event that moves changes no other entry', () => {
    const moved = {
      ...TEXTS,
      'events/a.yaml': event('2027-06-20T20:00:00+02:00', '2027-06-20T21:00:00+02:00', on('quay')),
    };
    const entryOf = (texts: Record<string, string>) => dataOf(texts).entries.find(({ a }) => a === 'events/b');
    expect(entryOf(moved)).toEqual(entryOf(TEXTS));
  });

  it('have keys of six characters that stay the same in other languages, next to other entries and after a move', () => {
    const keys = dataOf(TEXTS).entries.map(({ k }) => k);
    expect(keys.every((key) => /^[0-9a-z]{6}$/.test(key))).toBe(true);
    const moved = { ...TEXTS, 'events/a.yaml': event('2027-06-20T01:30:00+02:00', '2027-06-20T02:00:00+02:00') };
    const more = { ...moved, 'events/0.yaml': event('2027-06-17T01:30:00+02:00', '2027-06-17T02:00:00+02:00') };
    const later = new Map(dataOf(more, 'fr').entries.map(({ a, k }) => [a, k]));
    expect([later.get('events/a'), later.get('events/b')]).toEqual(keys);
  });

  it('grow by at most 60 bytes for each entry when compressed, so 3,000 stay below 180 kB', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => {
        const hour = String(8 + (index % 12)).padStart(2, '0');
        const title = `title: ${['River', 'Tide', 'Harbour', 'Lock'][index % 4]} talk number ${index * 7919}\n`;
        const times = `start_time: 2027-06-1${index % 10}T${hour}:00:00+02:00\nend_time: 2027-06-1${index % 10}T${hour}:50:00+02:00\n`;
        return [`events/talk-${index * 7919}.yaml`, `${title}${times}${on('quay')}`];
      }),
    );
    const { gzipSync } = await import('node:zlib');
    const text = favouritesData(siteOf({ ...TEXTS, ...many }), 'en');
    expect(gzipSync(text).length / 302).toBeLessThan(60);
  });
});
