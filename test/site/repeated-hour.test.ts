import { describe, expect, it } from 'vitest';
import { datesFor, spanText, timeView } from '../../src/site/text/dates.ts';
import { wordsIn } from '../../templates/assets/js/own-zone.js';

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
