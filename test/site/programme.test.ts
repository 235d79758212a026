import { describe, expect, it } from 'vitest';
import { eventDay, eventDays } from '../../src/site/event-days.ts';
import { byDay, byPlace, type Slot } from '../../src/site/programme.ts';
import { event, siteOf } from './harbour-site.ts';

describe('an event day', () => {
  it.each([
    ['2027-06-18T20:30:00+02:00', '2027-06-18'],
    ['2027-06-19T01:30:00+02:00', '2027-06-18'],
    ['2027-06-19T05:59:59+02:00', '2027-06-18'],
    ['2027-06-19T06:00:00+02:00', '2027-06-19'],
    ['2027-06-18T23:30:00Z', '2027-06-18'],
  ])('%s belongs to %s', (instant, day) => {
    expect(eventDay(Date.parse(instant), 'Europe/Paris')).toBe(day);
  });

  it('ends at 06:00 local time, even in the night of a clock change', () => {
    expect(eventDay(Date.parse('2027-03-28T05:59:00+02:00'), 'Europe/Paris')).toBe('2027-03-27');
    expect(eventDay(Date.parse('2027-03-28T06:00:00+02:00'), 'Europe/Paris')).toBe('2027-03-28');
  });
});

describe('the days of an entry', () => {
  it.each([
    ['an evening', '2027-06-18T20:00:00+02:00', '2027-06-18T22:00:00+02:00', ['2027-06-18']],
    ['a night that ends at breakfast', '2027-06-18T22:00:00+02:00', '2027-06-19T08:00:00+02:00', ['2027-06-18']],
    ['a day that ends when the next begins', '2027-06-18T10:00:00+02:00', '2027-06-19T06:00:00+02:00', ['2027-06-18']],
    [
      'an exhibition of three days',
      '2027-06-18T10:00:00+02:00',
      '2027-06-20T22:00:00+02:00',
      ['2027-06-18', '2027-06-19', '2027-06-20'],
    ],
    [
      'a hackathon around the clock',
      '2027-06-18T18:00:00+02:00',
      '2027-06-19T18:00:00+02:00',
      ['2027-06-18', '2027-06-19'],
    ],
    ['a span of centuries', '2027-06-18T10:00:00+02:00', '9999-12-31T10:00:00Z', ['2027-06-18', '9999-12-31']],
    ['an instant', '2027-06-18T18:00:00+02:00', '2027-06-18T18:00:00+02:00', ['2027-06-18']],
    ['an end before its start', '2027-06-18T18:00:00+02:00', '2027-06-17T18:00:00+02:00', ['2027-06-18']],
  ])('of %s', (_, start, end, days) => {
    expect(eventDays({ start: Date.parse(start), end: Date.parse(end) }, 'Europe/Paris')).toEqual(days);
  });
});

const site = siteOf({
  'places/quay.yaml': 'name: Quay\n',
  'categories/concert.yaml': 'title: Concert\nstatus: published\n',
  'events/late.yaml': event('2027-06-19T01:00:00+02:00', '2027-06-19T03:00:00+02:00', 'place_id: places/quay\n'),
  'events/early.yaml': event(
    '2027-06-18T20:00:00+02:00',
    '2027-06-18T22:00:00+02:00',
    'category: concert\nplace_id: places/quay\n',
  ),
  'sessions/talk.yaml':
    'title: Talk\nstatus: published\ntime: { start: 2027-06-18T21:00:00+02:00, end: 2027-06-18T22:30:00+02:00 }\ncategoryIds: [categories/concert]\n',
  'sessions/draft.yaml': 'title: Draft\ntime: { start: 2027-06-18T21:00:00+02:00, end: 2027-06-18T22:30:00+02:00 }\n',
});
const addresses = (slots: readonly { entity: { address: string } }[]) => slots.map(({ entity }) => entity.address);

describe('the programme', () => {
  it('has events and sessions sorted by time, without drafts', () => {
    expect(addresses(site.programme)).toEqual(['events/early', 'sessions/talk', 'events/late']);
  });

  it('by day includes the night in the evening before', () => {
    expect([...byDay(site.programme)].map(([day, slots]) => [day, slots.length])).toEqual([['2027-06-18', 3]]);
  });

  it('by day has an exhibition of months only on the days on which something else takes place, and its last', () => {
    const { programme } = siteOf({
      'events/show.yaml': event('2027-06-01T10:00:00+02:00', '2027-09-30T18:00:00+02:00'),
      'events/talk.yaml': event('2027-06-18T10:00:00+02:00', '2027-06-18T11:00:00+02:00'),
    });
    expect([...byDay(programme)].map(([day, slots]) => [day, slots.length])).toEqual([
      ['2027-06-01', 1],
      ['2027-06-18', 2],
      ['2027-09-30', 1],
    ]);
  });

  it('by place has entries without a place under an empty key', () => {
    expect([...byPlace(site.programme, ({ address }) => address).keys()].toSorted()).toEqual(['', 'places/quay']);
  });

  it('finds the category of an event by its text', () => {
    const concerts = site.programme.filter(({ categories }) => categories.includes('categories/concert'));
    expect(addresses(concerts)).toEqual(['events/early', 'sessions/talk']);
  });

  it('finds overlapping entries; adjacent ones do not overlap', () => {
    const [early, talk] = site.programme;
    expect(addresses(site.meanwhile(early!.entity.address))).toEqual(['sessions/talk']);
    expect(addresses(site.meanwhile(talk!.entity.address))).toEqual(['events/early']);
  });
});

describe('the neighbours of an entry', () => {
  const at = (hour: string, day: string, place: string): string =>
    event(`2027-06-${day}T${hour}:00:00+02:00`, `2027-06-${day}T${hour}:30:00+02:00`, `place_id: places/${place}\n`);
  const site = siteOf({
    'places/a.yaml': 'name: A\n',
    'places/b.yaml': 'name: B\n',
    'events/one.yaml': at('10', '18', 'a'),
    'events/two.yaml': at('11', '18', 'b'),
    'events/three.yaml': at('12', '18', 'a'),
    'events/four.yaml': at('10', '19', 'a'),
  });
  const named = ({ previous, next }: { previous?: Slot | undefined; next?: Slot | undefined }) => [
    previous?.entity.address,
    next?.entity.address,
  ];

  it('are those before and after it in its place, on any day, and on its day, in any place', () => {
    const { inPlace, onDay } = site.neighbours('events/three');
    expect(named(inPlace)).toEqual(['events/one', 'events/four']);
    expect(named(onDay)).toEqual(['events/two', undefined]);
  });

  it('are missing at the ends, and for a document that is not in the programme', () => {
    expect(named(site.neighbours('events/one').inPlace)).toEqual([undefined, 'events/three']);
    expect(site.neighbours('places/a')).toEqual({ inPlace: {}, onDay: {} });
  });
});
