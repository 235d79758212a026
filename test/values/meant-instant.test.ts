import { describe, expect, it } from 'vitest';
import { meantInstant } from '../../src/values/meant-instant.ts';

describe('the time that a text means', () => {
  it.each([
    ['2018-01-02 11:21:40 +0100', '2018-01-02T11:21:40+01:00'],
    ['2018-01-02T11:21:40 UTC', '2018-01-02T11:21:40Z'],
    ['2027-6-18 9:30', '2027-06-18T09:30:00+02:00'],
    ['2027/01/18 20h30', '2027-01-18T20:30:00+01:00'],
    ['18.06.2027 20:30', '2027-06-18T20:30:00+02:00'],
    ['18/06/2027 8:30 pm', '2027-06-18T20:30:00+02:00'],
    ['06/18/2027 12:30am', '2027-06-18T00:30:00+02:00'],
    ['Fri, 18 Jun 2027 20:30:00 +0300', '2027-06-18T20:30:00+03:00'],
    ['June 18th, 2027 at 20:30', '2027-06-18T20:30:00+02:00'],
    ['2027-06-18T20:30:00+02:00[Europe/Paris]', '2027-06-18T20:30:00+02:00'],
    ['2027-06-18T24:00', '2027-06-19T00:00:00+02:00'],
    ['2027-06-31T23:00', '2027-06-30T23:00:00+02:00'],
  ])('%s is %s in Paris', (text, meant) => {
    expect(meantInstant(text, 'Europe/Paris')).toEqual({ text: meant, isDay: false });
  });

  it('has an example of a time of day if there is only a date', () => {
    expect(meantInstant('2027-06-18', 'Europe/Paris')).toEqual({ text: '2027-06-18T20:00:00+02:00', isDay: true });
  });

  it.each([
    '05/06/2027 20:30',
    'tomorrow',
    '20:30',
    '2027-06-18T25:00',
    '2027-13-01T10:00',
    '2027-06-18 20:30 CEST',
    '',
  ])('is not guessed: %j', (text) => {
    expect(meantInstant(text, 'Europe/Paris')).toBeUndefined();
  });
});
