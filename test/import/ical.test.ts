import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ical } from '../../src/import/ical.ts';
import { openFiles } from '../../src/import/open-source.ts';
import { windowsZone } from '../../src/import/windows-zones.ts';
import { isTimezone } from '../../src/model/rules/values/times.ts';
import { Clock } from '../../src/import/ical-times.ts';
import { runs } from '../seed.ts';
import { fieldsOf, messagesOf, problemsIn, readWith, sourceOf, readDamaged } from './reading.ts';

const NO_DATES = 'this repetition has no dates or more than 1000, or the calendar has too many rules';
const PARIS = { timezone: 'Europe/Paris' };

const calendar = (...lines: readonly string[]): Record<string, string> => ({
  'festival.ics': ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
});
const entry = (...lines: readonly string[]): readonly string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const read = (lines: readonly string[], options: object = PARIS) => readWith(ical, calendar(...lines), options);

/** The start and the end of each event, by its key. */
const timesIn = async (lines: readonly string[], options: object = PARIS) =>
  Object.fromEntries(
    Object.entries(fieldsOf(await read(lines, options), 'event')).map(([id, fields]) => {
      const { start_time, end_time } = fields as { start_time: string; end_time: string };
      return [id, `${start_time} ${end_time}`];
    }),
  );

const opening = entry(
  'UID:opening@harbour.example',
  'DTSTART;TZID=Europe/Paris:20270618T203000',
  'DTEND;TZID=Europe/Paris:20270618T230000',
  'SUMMARY:Opening\\, night',
  'DESCRIPTION:Two sets\\, one river.\\n\\nBring a li',
  ' fe jacket.',
  'LOCATION:Main stage\\nEast quay 1',
  'GEO:47.2;-1.55',
  'CATEGORIES:Concert,Free',
  'URL:https://harbour.example/opening',
  'ORGANIZER:mailto:lena@harbour.example',
  'BEGIN:VALARM',
  'TRIGGER:-PT15M',
  'END:VALARM',
);

describe('iCalendar', () => {
  it('makes events and places, which are valid, and counts what has no place in them', async () => {
    const content = await read(['X-WR-CALNAME:Harbour', ...opening, 'BEGIN:VTODO', 'UID:t', 'END:VTODO'], {});
    expect(fieldsOf(content, 'event')).toStrictEqual({
      'opening@harbour.example': {
        title: 'Opening, night',
        start_time: '2027-06-18T20:30:00+02:00',
        end_time: '2027-06-18T23:00:00+02:00',
        description: 'Two sets, one river.\n\nBring a life jacket.\n\n<https://harbour.example/opening>',
        category: 'Concert',
        place_id: 'main stage',
      },
    });
    expect(fieldsOf(content, 'place')).toStrictEqual({
      'main stage': { name: 'Main stage', description: 'East quay 1', $geo: { latitude: 47.2, longitude: -1.55 } },
    });
    expect(Object.fromEntries(content.lost)).toStrictEqual({
      ORGANIZER: 1,
      VALARM: 1,
      VTODO: 1,
      'second category of an event': 1,
    });
    expect(content.facts).toStrictEqual({ title: 'Harbour', timezone: 'Europe/Paris' });
    expect(problemsIn(content)).toStrictEqual([]);
  });

  it('makes sessions, interest points and categories of them if asked', async () => {
    const picture = 'ATTACH;FMTTYPE=image/png:https://harbour.example/opening.png';
    const content = await read(opening.toSpliced(2, 0, picture), { into: 'session' });
    expect(fieldsOf(content, 'session')).toMatchObject({
      'opening@harbour.example': {
        status: 'published',
        time: { start: '2027-06-18T20:30:00+02:00', end: '2027-06-18T23:00:00+02:00', timezone: 'Europe/Paris' },
        interestPointId: 'main stage',
        categoryIds: ['concert', 'free'],
        media: { url: 'https://harbour.example/opening.png', alt: 'Opening, night' },
      },
    });
    expect(Object.keys(fieldsOf(content, 'category'))).toStrictEqual(['concert', 'free']);
    expect(problemsIn(content)).toStrictEqual([expect.stringMatching(/^media-elsewhere/)]);
  });

  describe('times', () => {
    const one = (...lines: readonly string[]) => timesIn(entry('UID:a', 'SUMMARY:A', ...lines));

    it.each([
      ['with a duration', ['DTSTART:20270618T100000', 'DURATION:PT1H30M'], '10:00:00+02:00', '11:30:00+02:00'],
      [
        'in UTC, shown in the zone that is given',
        ['DTSTART:20270618T080000Z', 'DURATION:PT1H'],
        '10:00:00+02:00',
        '11:00:00+02:00',
      ],
      [
        'in a zone of Windows',
        ['DTSTART;TZID=Romance Standard Time:20270618T100000', 'DURATION:PT1H'],
        '10:00:00+02:00',
        '11:00:00+02:00',
      ],
      [
        'in a zone with a prefix',
        ['DTSTART;TZID=/mozilla.org/2007_1/Europe/Paris:20270618T100000', 'DURATION:PT1H'],
        '10:00:00+02:00',
        '11:00:00+02:00',
      ],
    ])('%s', async (_, lines, start, end) => {
      expect(await one(...lines)).toStrictEqual({ a: `2027-06-18T${start} 2027-06-18T${end}` });
    });

    it.each([
      ['without an end', [], 'it has no end'],
      ['that end when they start', ['DTEND:20270618T100000'], 'it does not end after its start'],
    ])('%s are errors, and the files stay as they are', async (_, lines, why) => {
      const content = await read(entry('UID:a', 'SUMMARY:A', 'DTSTART:20270618T100000', ...lines));
      expect(content.diagnostics).toMatchObject([
        {
          at: { line: 3 },
          message: `${why}, so it is left out`,
          suggestion: 'correct it in the calendar and export it again',
        },
      ]);
      expect(content.records).toMatchObject([{ id: 'a', fields: {}, unclear: expect.any(String) }]);
    });

    it.each([
      ['an end without a time of day', 'DTSTART:20270618T100000', 'DTEND;VALUE=DATE:20270619'],
      ['a time of day at their end alone', 'DTSTART;VALUE=DATE:20270618', 'DTEND:20270618T150000'],
      ['further days among times', 'DTSTART:20270618T100000', 'RDATE;VALUE=DATE:20270619'],
    ])('with %s are errors, and no end is invented', async (_, start, other) => {
      const content = await read(entry('UID:a', 'SUMMARY:A', start, other));
      expect(messagesOf(content)).toStrictEqual(['7:1 only one of this and DTSTART has a time of day']);
      expect(content.records).toMatchObject([{ id: 'a', fields: {}, unclear: expect.any(String) }]);
    });

    it.each(['PT5H', 'P1DT2H'])('of whole days cannot last %s', async (duration) => {
      const content = await read(entry('UID:a', 'SUMMARY:A', 'DTSTART;VALUE=DATE:20270618', `DURATION:${duration}`));
      expect(messagesOf(content)).toStrictEqual(['7:1 DTSTART has no time of day, and this is no number of days']);
      expect(content.records).toMatchObject([{ id: 'a', fields: {}, unclear: expect.any(String) }]);
    });

    it.each(['P2D', 'PT48H', 'P1DT24H'])('of whole days can last %s', async (duration) => {
      expect(await one('DTSTART;VALUE=DATE:20270618', `DURATION:${duration}`)).toStrictEqual({
        a: '2027-06-18T06:00:00+02:00 2027-06-20T06:00:00+02:00',
      });
    });

    it('without a time of day are on their own days alone, by the hour at which event days end', async () => {
      expect(await one('DTSTART;VALUE=DATE:20270618')).toStrictEqual({
        a: '2027-06-18T06:00:00+02:00 2027-06-19T06:00:00+02:00',
      });
      expect(await one('DTSTART;VALUE=DATE:20270618', 'DTEND;VALUE=DATE:20270621')).toStrictEqual({
        a: '2027-06-18T06:00:00+02:00 2027-06-21T06:00:00+02:00',
      });
    });

    it.each([
      ['P1D', '2027-10-31T20:00:00+01:00'],
      ['P1W', '2027-11-06T20:00:00+01:00'],
      ['P1DT2H', '2027-10-31T22:00:00+01:00'],
      ['PT24H', '2027-10-31T19:00:00+01:00'],
    ])('with the duration %s over a change of the clocks have days of any length', async (duration, end) => {
      expect(await one('DTSTART;TZID=Europe/Paris:20271030T200000', `DURATION:${duration}`)).toStrictEqual({
        a: `2027-10-30T20:00:00+02:00 ${end}`,
      });
    });

    it.each([
      ['DTSTART:20270618T100000', 'DURATION:P9999999999D'],
      ['DTSTART:20270618T100000', 'DURATION:PT9999999999999H'],
      ['DTSTART:99991231T230000', 'DURATION:P1D'],
      ['DTSTART;VALUE=DATE:99991231', 'DURATION:P1D'],
      ['DTSTART:99991231T233000', 'DURATION:PT1H'],
      ['DTSTART:99991231T233000', 'RRULE:FREQ=DAILY'],
    ])('beyond all calendars are left out: %s %s', async (...lines) => {
      const { records, diagnostics } = await read(entry('UID:a', 'SUMMARY:A', ...lines));
      expect(diagnostics).toHaveLength(1);
      expect(records.filter(({ unclear }) => unclear === undefined)).toStrictEqual([]);
    });

    it('without a zone need one that is given or in the calendar', async () => {
      const floating = entry('UID:a', 'SUMMARY:A', 'DTSTART:20270618T100000', 'DURATION:PT1H');
      await expect(read(floating, {})).rejects.toThrow('the times of festival.ics have no offset');
      expect(await timesIn(['X-WR-TIMEZONE:Europe/Lisbon', ...floating], {})).toStrictEqual({
        a: '2027-06-18T10:00:00+01:00 2027-06-18T11:00:00+01:00',
      });
    });

    it('of every name of Windows are those of a zone that exists', () => {
      const names = ['W. Europe Standard Time', 'Central Standard Time (Mexico)', 'UTC-02', 'Russia Time Zone 3'];
      expect(names.map(windowsZone)).toStrictEqual([
        'Europe/Berlin',
        'America/Mexico_City',
        'Etc/GMT+2',
        'Europe/Samara',
      ]);
      expect(names.map((name) => isTimezone(windowsZone(name)!))).not.toContain(false);
    });
  });

  describe('what repeats', () => {
    const tour = (...lines: readonly string[]) =>
      entry('UID:tour', 'SUMMARY:Tour', 'DTSTART;TZID=Europe/Paris:20270601T100000', 'DURATION:PT1H', ...lines);
    /** An entry on these days alone, without a time of day. */
    const festival = (first: string, after: string) =>
      entry('UID:festival', 'SUMMARY:F', `DTSTART;VALUE=DATE:${first}`, `DTEND;VALUE=DATE:${after}`);
    const starts = async (lines: readonly string[]) =>
      Object.fromEntries(Object.entries(await timesIn(lines)).map(([id, times]) => [id, times.slice(0, 16)]));
    const days = async (lines: readonly string[]) =>
      Object.keys(await timesIn(lines)).flatMap((id) => /^tour\/(.*)$/.exec(id)?.[1] ?? []);

    it('has all of its dates if it ends, and is keyed by day', async () => {
      expect(await starts(tour('RRULE:FREQ=WEEKLY;COUNT=3'))).toStrictEqual({
        'tour/2027-06-01': '2027-06-01T10:00',
        'tour/2027-06-08': '2027-06-08T10:00',
        'tour/2027-06-15': '2027-06-15T10:00',
      });
      const beside = festival('20270702', '20270703');
      expect(await days([...beside, ...tour('RRULE:FREQ=DAILY;UNTIL=20270603T080000Z')])).toHaveLength(3);
      expect(await days([...beside, ...tour('RRULE:FREQ=DAILY;COUNT=6')])).toHaveLength(6);
    });

    it('has the same dates whatever the time zone of the site, also just after midnight', async () => {
      const lines = entry(
        'UID:night',
        'SUMMARY:Night',
        'DTSTART;TZID=Europe/Paris:20270702T003000',
        'RRULE:FREQ=DAILY;COUNT=3',
      );
      // In UTC, the first of these nights is on the evening before.
      for (const options of [{}, { timezone: 'UTC' }])
        expect(Object.keys(await timesIn(lines, options))).toStrictEqual([
          'night/2027-07-02',
          'night/2027-07-03',
          'night/2027-07-04',
        ]);
    });

    it('takes place on the days of everything else if it has no last date, which it says', async () => {
      const nightly = entry('UID:a', 'SUMMARY:A', 'DTSTART:20270704T220000', 'DTEND:20270705T020000');
      const lines = [...tour('RRULE:FREQ=DAILY'), ...festival('20270702', '20270704'), ...nightly];
      expect(await days(lines)).toStrictEqual(['2027-07-02', '2027-07-03', '2027-07-04']);
      expect((await read(lines)).findings).toContainEqual(
        '1 entry without a last date: from 2027-07-02 to 2027-07-04, the days of the other entries',
      );
      const other = { 'b.ics': Object.values(calendar(...festival('20270702', '20270704')))[0]! };
      const content = await readWith(ical, { ...calendar(...tour('RRULE:FREQ=DAILY')), ...other }, PARIS);
      expect(content.records).toHaveLength(3);
    });

    it('loses no dates because another entry cannot be read, which may be the last', async () => {
      const broken = entry('UID:a', 'SUMMARY:A', 'DTSTART:tomorrow');
      const lines = [...tour('RRULE:FREQ=DAILY'), ...festival('20270702', '20270704')];
      expect((await read([...lines, ...broken])).incomplete).toStrictEqual(['event', 'place']);
      expect((await read(lines)).incomplete).toStrictEqual([]);
    });

    it('is followed for a while from its first date if there is nothing else, which it says', async () => {
      expect(await days(tour('RRULE:FREQ=DAILY'))).toHaveLength(30);
      expect(await days(tour('RRULE:FREQ=DAILY;UNTIL=99991231T235959Z'))).toHaveLength(30);
      expect(await days(tour('RRULE:FREQ=YEARLY;INTERVAL=997;COUNT=9'))).toHaveLength(7);
      expect(await days(tour('RRULE:FREQ=DAILY', 'EXDATE;TZID=Europe/Paris:20270602T100000'))).toHaveLength(29);
      const content = await read(tour('RRULE:FREQ=MONTHLY'));
      expect(content.records).toHaveLength(13);
      expect(content.findings).toContainEqual(
        '1 entry without a last date: the first 30 dates, if they are within 366 days',
      );
    });

    it('leaves out excluded dates, adds others, and follows changes of single occurrences', async () => {
      const moved = entry(
        'UID:tour',
        'SUMMARY:Tour by night',
        'RECURRENCE-ID:20270603T080000Z',
        'DTSTART;TZID=Europe/Paris:20270603T220000',
        'DURATION:PT1H',
        'STATUS:CANCELLED',
      );
      const lines = [
        ...tour(
          'RRULE:FREQ=DAILY;UNTIL=20270603T080000Z',
          'EXDATE:20270602T080000Z',
          'RDATE;TZID=Europe/Paris:20270601T150000',
        ),
        ...moved,
      ];
      expect(await starts(lines)).toStrictEqual({
        'tour/2027-06-01': '2027-06-01T10:00',
        'tour/2027-06-01T15:00:00': '2027-06-01T15:00',
        'tour/2027-06-03': '2027-06-03T22:00',
      });
      expect(fieldsOf(await read(lines), 'event')['tour/2027-06-03']).toMatchObject({
        title: 'Tour by night',
        $cancelled: true,
      });
    });

    it('keeps its hour when the clocks change', async () => {
      const october = await timesIn([...festival('20271030', '20271101'), ...tour('RRULE:FREQ=DAILY')]);
      expect(october).toMatchObject({
        'tour/2027-10-30': '2027-10-30T10:00:00+02:00 2027-10-30T11:00:00+02:00',
        'tour/2027-10-31': '2027-10-31T10:00:00+01:00 2027-10-31T11:00:00+01:00',
      });
    });

    it.each([
      'FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2',
      'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
      'FREQ=SECONDLY;UNTIL=20280101T000000Z',
      'FREQ=MINUTELY;COUNT=100000',
    ])('does not go on for ever with %s', async (rule) => {
      const content = await read(tour(`RRULE:${rule}`));
      expect(messagesOf(content)).toStrictEqual([`8:1 ${NO_DATES}`]);
      expect(content.incomplete).toStrictEqual(['event', 'place']);
    });

    it.each([
      ['a seventh Monday in April', 'FREQ=YEARLY;BYMONTH=4;BYDAY=MO;BYSETPOS=7;COUNT=3', 40],
      ['days that are a hundred million apart', 'FREQ=DAILY;INTERVAL=100000000;COUNT=3', 0],
    ])('does not search for %s in thousands of years', async (_, rule, years) => {
      const searched = vi.spyOn(ICAL.RecurIterator.prototype, 'expand_year_days');
      onTestFinished(() => searched.mockRestore());
      const content = await read(tour(`RRULE:${rule}`));
      expect(messagesOf(content)).toStrictEqual([`8:1 ${NO_DATES}`]);
      expect(searched.mock.calls.length).toBeLessThanOrEqual(years);
    });

    it('has a limit for all rules of a calendar together, which an ordinary one is far below', async () => {
      const { prototype } = ICAL.RecurIterator;
      const { check_contracting_rules: check } = prototype;
      let steps = 0;
      prototype.check_contracting_rules = function counted(this: typeof prototype) {
        steps++;
        return check.call(this);
      };
      onTestFinished(() => void (prototype.check_contracting_rules = check));
      const all = (number: number, rule: string) =>
        Array.from({ length: number }, (_, index) =>
          entry(`UID:${index}`, 'SUMMARY:A', 'DTSTART:20270601T100000', 'DURATION:PT1H', `RRULE:${rule}`),
        ).flat();
      const ordinary = await read(all(200, 'FREQ=MONTHLY;BYDAY=2TU;COUNT=24'));
      expect([ordinary.diagnostics, ordinary.records.length]).toStrictEqual([[], 200 * 25]);
      steps = 0;
      const excessive = await read(all(60, 'FREQ=SECONDLY;BYMONTH=1;COUNT=2'));
      expect(excessive.diagnostics).toHaveLength(60);
      expect(steps).toBeLessThan(400_000);
    });

    const dates = (number: number): readonly string[] =>
      Array.from({ length: number }, (_, index) =>
        new Date(Date.UTC(2027, 5, 1 + index)).toISOString().slice(0, 10).replaceAll('-', ''),
      );

    it('looks at each excluded and changed date once, however many there are', async () => {
      const computed = vi.spyOn(Clock.prototype, 'epochOf');
      onTestFinished(() => computed.mockRestore());
      const excluded = dates(900).map((day) => `EXDATE;TZID=Europe/Paris:${day}T100000`);
      const changed = dates(1000).flatMap((day) =>
        entry(
          'UID:tour',
          'SUMMARY:Changed',
          `RECURRENCE-ID;TZID=Europe/Paris:${day}T100000`,
          `DTSTART;TZID=Europe/Paris:${day}T120000`,
          'DURATION:PT1H',
        ),
      );
      const lines = [...tour('RRULE:FREQ=DAILY;COUNT=1000', ...excluded.slice(1)), ...changed];
      const kept = Object.values(await starts(lines));
      expect(kept.filter((start) => start.endsWith('T12:00'))).toHaveLength(1000);
      expect(computed.mock.calls.length).toBeLessThan(50_000);
    });

    it('has as many dates of a list as of a rule', async () => {
      const listed = (number: number) =>
        read(
          tour(
            `RDATE;TZID=Europe/Paris:${dates(number)
              .map((day) => `${day}T100000`)
              .join(',')}`,
          ),
        );
      expect((await listed(1000)).records).toHaveLength(1000);
      const content = await listed(1001);
      expect(messagesOf(content)).toStrictEqual([`8:1 ${NO_DATES}`]);
      expect(content.incomplete).toStrictEqual(['event', 'place']);
    });

    it('has no 30 February', async () => {
      expect(await starts(tour('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'))).toStrictEqual({
        'tour/2027-06-01': '2027-06-01T10:00',
      });
    });
  });

  it('leaves an entry as it is in the files if a line about its time cannot be read, and goes on', async () => {
    const bad = (uid: string, ...lines: readonly string[]) => entry(`UID:${uid}`, 'SUMMARY:A', ...lines);
    const content = await read([
      ...bad('a', 'DTSTART:tomorrow'),
      ...bad('b', 'DTSTART;TZID=Middle-earth:20270618T100000'),
      ...bad('c', 'DTSTART:20270618T100000', 'DTEND:20270618T090000'),
      ...bad('d', 'DTSTART:20270618T100000', 'DURATION:long'),
      ...bad('e'),
      ...entry('UID:f', 'DTSTART:20270618T100000'),
      ...bad('g', 'DTSTART:20270618T100000', 'DURATION:PT1H', 'a line that was not folded'),
    ]);
    expect(messagesOf(content)).toStrictEqual([
      '6:1 this is not a date and time',
      '11:1 the time zone `Middle-earth` is not known',
      '23:1 this is not a duration',
      '38:1 this line cannot be read: `a line that was not folded`',
      '13:1 it does not end after its start, so it is left out',
      '25:1 it has no start, so it is left out',
      '29:1 it has no title, so it is left out',
    ]);
    expect(content.records.filter(({ unclear }) => unclear === undefined).map(({ id }) => id)).toStrictEqual(['g']);
    expect(content.records).toHaveLength(7);
  });

  it('reads lines that are folded inside of a character, and keeps the numbers of the lines', async () => {
    const folded = Buffer.from(
      calendar(...entry('UID:a', 'DTSTART:20270618T100000', 'DURATION:PT1H', 'SUMMARY:Été', 'DTEND:soon'))[
        'festival.ics'
      ]!,
    );
    const at = folded.indexOf(Buffer.from('É')) + 1;
    const bytes = Buffer.concat([folded.subarray(0, at), Buffer.from('\r\n '), folded.subarray(at)]);
    const file = join(mkdtempSync(join(tmpdir(), 'gitcast-ical-')), 'festival.ics');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(file, bytes);
    const options = { ...PARIS, into: undefined, mapping: undefined, now: () => new Date(0) };
    const content = await ical.read(openFiles('festival.ics', file), options);
    expect(messagesOf(content)).toStrictEqual(['9:1 this is not a date and time']);
    writeFileSync(
      file,
      Buffer.concat([bytes.subarray(0, bytes.indexOf('DTEND')), bytes.subarray(bytes.indexOf('END:VEVENT'))]),
    );
    expect(fieldsOf(await ical.read(openFiles('festival.ics', file), options), 'event')).toMatchObject({
      a: { title: 'Été' },
    });
    writeFileSync(file, Buffer.concat([bytes.subarray(0, at), Buffer.from('x')]));
    await expect(ical.read(openFiles('festival.ics', file), options)).rejects.toThrow('festival.ics is not UTF-8');
  });

  it('deletes nothing because of a file that is cut off', async () => {
    const [text] = Object.values(calendar(...opening, ...opening));
    const content = await readWith(ical, { 'festival.ics': text!.slice(0, text!.lastIndexOf('SUMMARY')) }, PARIS);
    expect(content.incomplete).toStrictEqual(['event', 'place']);
    expect(content.records.map(({ kind }) => kind)).toStrictEqual(['event', 'place']);
  });

  it('numbers entries with one UID, and leaves private ones out', async () => {
    const at = (hour: number, ...lines: readonly string[]) =>
      entry('UID:a', `SUMMARY:At ${hour}`, `DTSTART:20270618T${hour}0000`, 'DURATION:PT1H', ...lines);
    const numbered = await read([...at(12), ...at(10), ...at(11, 'CLASS:PRIVATE')]);
    expect(fieldsOf(numbered, 'event')).toMatchObject({ a: { title: 'At 10' }, 'a/2': { title: 'At 12' } });
    expect(numbered.findings).toContainEqual('1 event with several times, which are numbered in their order');
    expect(numbered.lost.get('private entry')).toBe(1);
  });

  it('reads formatted descriptions, addresses of meetings, and what is cancelled', async () => {
    const lines = entry(
      'UID:a',
      'SUMMARY:A',
      'DTSTART:20270618T100000',
      'DURATION:PT1H',
      'STATUS:CANCELLED',
      'LOCATION:https://meet.example/harbour',
      'DESCRIPTION:plain',
      'X-ALT-DESC;FMTTYPE=text/html:<p>Two <b>sets</b>\\, one river</p><script>alert(1)</script>',
    );
    expect(fieldsOf(await read(lines), 'event')).toMatchObject({
      a: { description: 'Two **sets**, one river', $stream: 'https://meet.example/harbour', $cancelled: true },
    });
  });

  it('reads several calendars in one file and in a folder', async () => {
    const [text] = Object.values(calendar(...opening));
    const other = text!.replaceAll('opening@', 'closing@');
    expect((await readWith(ical, { 'a.ics': text! + other })).records).toHaveLength(3);
    const folder = { 'a.ics': text!, 'b.ics': other };
    expect(ical.isFor(sourceOf(folder))).toBe(true);
    expect((await readWith(ical, folder)).records).toHaveLength(3);
  });

  it('refuses what is no calendar with a sentence', async () => {
    await expect(readWith(ical, { 'page.html': '<html></html>' })).rejects.toThrow('page.html has no calendar');
    await expect(readWith(ical, { 'empty.ics': '' })).rejects.toThrow('empty.ics has no calendar');
    expect(ical.isFor(sourceOf({ 'page.html': '<html></html>' }))).toBe(false);
  });

  it('survives any damage to the text, and any rule', async () => {
    const rule = ['RRULE:FREQ=WEEKLY;BYDAY=MO,2TU;COUNT=5', 'EXDATE:20270607T100000'];
    const weekly = entry('UID:r', 'SUMMARY:R', 'DTSTART:20270601T100000', ...rule);
    await readDamaged(ical, calendar(...opening, ...weekly), PARIS);
    const part = fc.oneof(
      fc.tuple(
        fc.constantFrom('BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS', 'BYHOUR', 'INTERVAL', 'COUNT'),
        fc.integer({ min: -400, max: 400 }),
      ),
      fc.tuple(fc.constant('BYDAY'), fc.constantFrom('MO', '5TU', '-1SU', '53WE')),
    );
    const frequency = fc.constantFrom('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY');
    await fc.assert(
      fc.asyncProperty(frequency, fc.array(part, { maxLength: 3 }), async (freq, parts) => {
        const rule = [`FREQ=${freq}`, ...parts.map(([name, value]) => `${name}=${value}`)].join(';');
        const content = await read(entry('UID:r', 'SUMMARY:R', 'DTSTART:20270601T100000', `RRULE:${rule}`));
        expect(content.records.length).toBeLessThanOrEqual(1001);
      }),
      { numRuns: runs({ test: 25, proof: 2000 }) },
    );
  });
});
