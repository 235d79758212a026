import { describe, expect, it } from 'vitest';
import { wordsIn } from '../../templates/assets/js/own-zone.js';
import { buildFiles } from './build-harness.ts';

/** A Friday of the event, in Paris. */
const morning = '2027-06-18T10:00:00+02:00';
const evening = '2027-06-18T20:30:00+02:00';
const night = '2027-06-19T01:30:00+02:00';

describe('a day of the event, in the time zone of a visitor', () => {
  it.each([
    ['America/New_York', 'Friday 18 June', ['04:00', '14:30', '19:30']],
    ['Asia/Tokyo', 'Friday 18 June – Saturday 19 June', ['Fri 17:00', 'Sat 03:30', 'Sat 08:30']],
    ['Asia/Kolkata', 'Friday 18 June – Saturday 19 June', ['Fri 13:30', 'Sat 00:00', 'Sat 05:00']],
    ['Pacific/Kiritimati', 'Friday 18 June – Saturday 19 June', ['Fri 22:00', 'Sat 08:30', 'Sat 13:30']],
    ['Pacific/Pago_Pago', 'Thursday 17 June – Friday 18 June', ['Thu 21:00', 'Fri 07:30', 'Fri 12:30']],
  ])(
    '%s: its heading has the dates on which something starts, and times have the day if these are two',
    (zone, heading, times) => {
      const own = wordsIn('en', zone);
      const dates = [morning, night].map((at) => own.date(at));
      expect(own.days([morning, night]).replaceAll(/\s/g, ' ')).toBe(heading);
      expect([morning, evening, night].map((at) => own.timeAmong(at, dates))).toEqual(times);
    },
  );

  it('has a date at the end of an entry if it ends neither on the date of its start nor in the night after it', () => {
    const { end } = wordsIn('en', 'America/New_York');
    const endOf = (start: string, until: string) => end(Date.parse(start), Date.parse(until));
    expect(endOf('2027-06-18T20:00:00-04:00', '2027-06-18T23:00:00-04:00')).toBe('23:00');
    expect(endOf('2027-06-18T23:00:00-04:00', '2027-06-19T02:00:00-04:00')).toBe('02:00');
    expect(endOf('2027-06-18T22:00:00-04:00', '2027-06-19T09:00:00-04:00')).toBe('Sat 19, 09:00');
    expect(endOf('2027-06-18T04:00:00-04:00', '2027-06-20T16:00:00-04:00')).toBe('Sun 20, 16:00');
  });

  it('follows a change of the visitor’s clock', () => {
    const own = wordsIn('en', 'America/New_York');
    const among = (at: string) => own.timeAmong(at, [own.date('2027-11-07T08:00:00+01:00')]);
    expect(['2027-11-07T06:30:00+01:00', '2027-11-07T07:30:00+01:00'].map(among)).toEqual([
      '01:30 GMT-4',
      '01:30 GMT-5',
    ]);
    const [before, after] = ['2027-11-07T06:30:00+01:00', '2027-11-07T09:00:00+01:00'];
    expect([own.zone([before]), own.zone([after]), own.zone([before, after])]).toEqual([
      'Eastern Daylight Time',
      'Eastern Standard Time',
      'Eastern Time',
    ]);
  });
});

const session = (start: string, end: string, timezone: string): string =>
  `title: Far away\nstatus: published\ntime: { start: ${start}, end: ${end}, timezone: ${timezone} }\n`;

const PAGES = ['en/sessions/far/index.html', 'en/program/index.html', 'en/program/places/index.html'];

const shownIn = (html: string | undefined): readonly (string | undefined)[] =>
  [...(html ?? '').matchAll(/<span class="elsewhere">(.*?)<\/span>/g)].map(([, words]) => words);

it('a session that is announced in another time zone also shows its time there, with the name of the zone', async () => {
  const { output } = await buildFiles({
    'sessions/far.yaml': session('2027-06-18T14:30:00', '2027-06-18T15:30:00', 'America/New_York'),
  });
  for (const page of PAGES) {
    const html = output.get(page);
    expect(html, page).toMatch(/<time datetime="2027-06-18T20:30:00\+02:00"[^>]*>20:30<\/time>/);
    expect(shownIn(html), page).toEqual(['14:30 – 15:30 (Eastern Daylight Time)']);
  }
  expect(shownIn(output.get('sessions/far/index.html'))).toEqual([
    '14:30 – 15:30 (heure d’été de l’Est nord-américain)',
  ]);
});

it('the day is shown too, if it differs there from the evening in which it is listed', async () => {
  const { output } = await buildFiles({
    'sessions/far.yaml': session('2027-06-19T09:00:00', '2027-06-19T10:00:00', 'Asia/Tokyo'),
  });
  const html = output.get('en/sessions/far/index.html');
  expect(html).toMatch(/<strong><time [^>]*>Saturday 19 June<\/time><\/strong>/);
  expect(shownIn(html)).toEqual(['Saturday 19 June, 09:00 – 10:00 (Japan Standard Time)']);
});

it('a time zone with the same local time is not shown', async () => {
  const { output } = await buildFiles({
    'sessions/far.yaml': session('2027-06-18T20:30:00', '2027-06-18T21:30:00', 'Europe/Berlin'),
  });
  for (const page of PAGES) expect(shownIn(output.get(page)), page).toEqual([]);
});

it('a card shows it too', async () => {
  const { output } = await buildFiles({
    'sessions/far.yaml': session('2027-06-18T14:30:00', '2027-06-18T15:30:00', 'America/New_York'),
    'pages/a.yaml':
      'title: A\nstatus: published\nblocks: [{ type: sessions, values: [{ broadcastSessionId: sessions/far }] }]\n',
  });
  expect(shownIn(output.get('en/pages/a/index.html'))).toEqual(['14:30 – 15:30 (Eastern Daylight Time)']);
});
