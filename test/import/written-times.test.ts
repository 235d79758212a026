import { describe, expect, it } from 'vitest';
import {
  isTimeRange,
  orderShownBy,
  readDuration,
  readTimeOfDay,
  readWrittenTime,
} from '../../src/import/mapped/written-times.ts';

const inShort = (text: string): string | undefined => {
  const read = readWrittenTime(text, undefined);
  return read && [read.day, read.clock, read.offset].filter((part) => part !== undefined && part !== '').join(' ');
};

describe('a date and time as people write it', () => {
  it.each([
    ['18.06.2027 20:30', '2027-06-18 20:30:00'],
    ['18/06/2027 20h30', '2027-06-18 20:30:00'],
    ['6/18/2027 8:00:00 AM', '2027-06-18 08:00:00'],
    ['Saturday, June 18, 2027', '2027-06-18'],
    ['samedi 18 juin 2027 à 9h', '2027-06-18 09:00:00'],
    ['18 de junio de 2027 10:00', '2027-06-18 10:00:00'],
    ['12. Mai 2027, 20 Uhr', '2027-05-12 20:00:00'],
    ['18 giugno 2027', '2027-06-18'],
    ['18.06.27', '2027-06-18'],
    ['2027-06-18T20:30:00+02:00', '2027-06-18 20:30:00 +02:00'],
    ['2027-06-18T20:30:00-07:00', '2027-06-18 20:30:00 -07:00'],
    ['2027-06-18T20:30-07:00', '2027-06-18 20:30:00 -07:00'],
    ['2027-06-18 20:30:00.000-0700', '2027-06-18 20:30:00 -07:00'],
    ['1813305600', '2027-06-18 08:00:00 Z'],
    ['20:30 PM', '20:30:00'],
    ['05/06/2027', undefined],
    ['31/02/2027', undefined],
    ['18 June', undefined],
    ['Friday', undefined],
    ['25:00', undefined],
    ['', undefined],
  ])('%s is %s', (text, expected) => {
    expect(inShort(text)).toBe(expected);
  });

  it('is read in the order of day and month that is known', () => {
    expect(readWrittenTime('05/06/2027', 'day-month')?.day).toBe('2027-06-05');
    expect(readWrittenTime('05/06/2027', 'month-day')?.day).toBe('2027-05-06');
    expect(['13/04/2027', '04/13/2027', '04/05/2027', '04.05.2027', '2027-04-05'].map(orderShownBy)).toEqual([
      'day-month',
      'month-day',
      'either',
      undefined,
      undefined,
    ]);
    const none = ['32/06/2027', '06/32/2027', '13/14/2027', '45/45/2027'];
    expect(none.map(orderShownBy)).toEqual(none.map(() => undefined));
  });
});

describe('a time of day', () => {
  it.each([
    ['9:00 - 10:30', '09:00:00', '10:30:00'],
    ['1:00–2:30 pm', '13:00:00', '14:30:00'],
    ['11-1 pm', '11:00:00', '13:00:00'],
    ['20h bis 22h30', '20:00:00', '22:30:00'],
  ])('%s starts at %s and ends at %s', (text, start, end) => {
    expect(isTimeRange(text)).toBe(true);
    expect([readTimeOfDay(text)?.clock, readTimeOfDay(text, 'end')?.clock]).toEqual([start, end]);
  });

  it('is not a range in a date, or after the name of a month', () => {
    expect(['18-06-2027', 'SEPTEMBER 6 - 3pm', '9:30'].map(isTimeRange)).toEqual([false, false, false]);
  });
});

describe('a duration', () => {
  it.each([
    ['90', 90],
    ['1:30', 90],
    ['1h30', 90],
    ['01:30:00', 90],
    ['45 min', 45],
    ['1,5 h', 90],
    ['PT1H30M', 90],
    ['1.5', undefined],
    ['long', undefined],
  ])('%s is %s minutes', (text, minutes) => {
    expect(readDuration(text, 'minutes')).toBe(minutes);
  });
});
