import { describe, expect, it } from 'vitest';
import { composeAllDays } from '../../src/site/pages/programme-frame.ts';
import { BY_DAY } from '../../src/site/pages/programme-list.ts';
import type { HostPage, PlacePage, ProgrammePage, SlotPage } from '../../src/site/pages/view.ts';
import { cardOf } from '../../src/site/parts/cards.ts';
import { whenAndWhere } from '../../src/site/pages/programme-changes.ts';
import { scopeOf } from '../../src/site/scope.ts';
import { event, filesOf, siteOf, viewAt } from './harbour-site.ts';
import { datesFor, spanText, timeView } from '../../src/site/text/dates.ts';
import { wordsIn } from '../../templates/assets/js/own-zone.js';

const site = siteOf({
  'places/hall.yaml': 'name: Hall\n',
  'hosts/lena.yaml': 'title: Léna\nstatus: published\n',
  'events/late.yaml': event('2027-06-19T01:30:00+02:00', '2027-06-19T03:30:00+02:00', 'place_id: places/hall\n'),
  'events/dawn.yaml': event('2027-06-19T05:00:00+02:00', '2027-06-19T12:00:00+02:00'),
  'events/round.yaml': event('2027-06-19T06:00:00+02:00', '2027-06-20T06:00:00+02:00'),
  'events/evening.yaml': event('2027-06-18T23:00:00+02:00', '2027-06-19T02:00:00+02:00', 'place_id: places/hall\n'),
  'events/autumn.yaml': event('2027-10-31T02:30:00+02:00', '2027-10-31T03:30:00+01:00'),
  'sessions/far.yaml':
    'title: Far\nstatus: published\ntime: { start: 2027-06-18T23:30:00+02:00, end: 2027-06-18T23:59:00+02:00, timezone: Europe/Helsinki }\n',
  'sessions/talk.yaml':
    'title: Talk\nstatus: published\nhostIds: [hosts/lena]\ntime: { start: 2027-06-19T01:00:00+02:00, end: 2027-06-19T02:00:00+02:00 }\n',
});
const scope = scopeOf(site, { locale: 'en', page: '/' });
const timeOf = (name: string) => (viewAt(site, `/events/${name}/`).body as SlotPage).slot.time;

describe('an event after midnight', () => {
  it('has its own date on its page, and not that of its evening', () => {
    expect(timeOf('late')).toMatchObject({ day: 'Saturday 19 June', from: '01:30', dayKey: '2027-06-18' });
    // The clock changes during it, so neither the name of summer time nor that of winter time is right.
    expect(timeOf('autumn')).toMatchObject({
      day: 'Sunday 31 October',
      from: '02:30 CEST',
      zone: 'Central European Time',
    });
    expect(timeOf('evening')).toMatchObject({ day: 'Friday 18 June', from: '23:00', to: '02:00' });
    expect(timeOf('evening').toDay).toBeUndefined();
  });

  it('does not repeat its date if it ends in the morning', () => {
    expect(timeOf('dawn')).toMatchObject({ day: 'Saturday 19 June', from: '05:00', to: '12:00' });
    expect(timeOf('dawn').toDay).toBeUndefined();
    expect(viewAt(site, '/events/dawn/').seo.description).toContain('Saturday, 19 June 2027, 05:00 – 12:00');
  });

  it('repeats its date if it ends at the hour at which it started, a day later', () => {
    expect(timeOf('round')).toMatchObject({ day: 'Saturday 19 June', toDay: { text: 'Sunday 20 June' }, to: '06:00' });
  });

  it('has its own date on cards, in search, on the page of its host and of changes', () => {
    const date = 'Saturday 19 June, 01:30 – 03:30';
    expect(cardOf(site.slotOf('events/late')!.entity, scope).time!.day).toBe('Saturday 19 June');
    expect(filesOf(site).get('/en/search.json')).toContain(`"w":"${date}"`);
    expect((viewAt(site, '/hosts/lena/').body as HostPage).slots[0]!.time.day).toBe('Saturday 19 June');
    const { start, end } = site.slotOf('events/late')!;
    expect(whenAndWhere({ title: 'Late', start, end }, scope)).toBe('Saturday 19 June, 01:30');
  });

  it('has the date of the time zone in which it is announced, if that differs', () => {
    const { time } = (viewAt(site, '/sessions/far/').body as SlotPage).slot;
    expect(time).toMatchObject({ day: 'Friday 18 June', elsewhere: { day: 'Saturday 19 June', from: '00:30' } });
  });

  it('stands below the words “After midnight” in its place too', () => {
    const { days } = viewAt(site, '/places/hall/').body as PlacePage;
    expect(days.map(({ title, count }) => [title, count])).toEqual([
      ['Friday 18 June', 1],
      ['Friday 18 June · After midnight', 1],
    ]);
  });

  it('shows since when it goes on by its time on the day on which it starts', () => {
    const { groups } = composeAllDays(BY_DAY, site.programme, scope).body as ProgrammePage;
    const saturday = groups.find(({ key }) => key === 'd2027-06-19')!;
    expect(saturday.parts[0]!.moments[0]!.slots[0]!.since?.text).toBe('since 05:00');
  });
});

/** From the first 02:30 (in New York 01:30) of the night in which summer time ends to the second one. */
const NIGHTS = {
  'Europe/Paris': ['2027-10-31T02:30:00+02:00', '2027-10-31T02:30:00+01:00'],
  'America/New_York': ['2027-11-07T01:30:00-04:00', '2027-11-07T01:30:00-05:00'],
} as const;

describe('the hour that the clock repeats at the end of summer time', () => {
  it.each([
    ['Europe/Paris', 'en', 'Sunday 31 October, 02:30 CEST – 02:30 CET'],
    ['Europe/Paris', 'fr', 'dimanche 31 octobre, 02:30 UTC+2 – 02:30 UTC+1'],
    ['Europe/Paris', 'es', 'domingo, 31 de octubre, 02:30 CEST – 02:30 CET'],
    ['Europe/Paris', 'de', 'Sonntag, 31. Oktober, 02:30 MESZ – 02:30 MEZ'],
    ['America/New_York', 'en', 'Sunday 7 November, 01:30 GMT-4 – 01:30 GMT-5'],
    ['America/New_York', 'fr', 'dimanche 7 novembre, 01:30 UTC−4 – 01:30 UTC−5'],
  ] as const)('has the short name of the zone on pages for %s in %s', (timezone, locale, text) => {
    const [start, end] = NIGHTS[timezone].map((at) => Date.parse(at)) as [number, number];
    const site = { timezone, clock: { hasCome: () => false }, programmeYears: ['2027'] };
    const dates = datesFor(locale, timezone);
    expect(spanText(timeView({ start, end }, { locale, dates, site }))).toBe(text);
    const HOUR = 3_600_000;
    expect([start - HOUR, end + HOUR].map((at) => dates.time(at)).join(' ')).toMatch(/^0\d:30 0\d:30$/);
  });

  it.each([
    ['America/New_York', 'en', ['01:30 GMT-4', 'Sun 01:30 GMT-5', '01:30 GMT-5']],
    ['Europe/Paris', 'de', ['02:30 MESZ', 'So 02:30 MEZ', '02:30 MEZ']],
    ['Australia/Lord_Howe', 'en', ['01:45 GMT+11', 'Sun 01:45 GMT+10:30', '01:45 GMT+10:30']],
  ])('has it also in the time zone of a visitor in %s', (timezone, language, texts) => {
    const [start, end] = {
      ...NIGHTS,
      'Australia/Lord_Howe': ['2027-04-04T01:45:00+11:00', '2027-04-04T01:45:00+10:30'],
    }[timezone] as [string, string];
    const own = wordsIn(language, timezone);
    const around = ['2027-01-01', '2027-01-02'];
    expect([own.time(start), own.timeAmong(end, around), own.end(Date.parse(start), Date.parse(end))]).toEqual(texts);
  });
});
