import { describe, expect, it } from 'vitest';
import { meantInstants } from '../../src/values/meant-instant.ts';

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
    ['2018-01-02 11:21:40 CET', '2018-01-02T11:21:40+01:00'],
    ['8. Dezember 2019 10:30', '2019-12-08T10:30:00+01:00'],
    ['8 août 2019 10h30', '2019-08-08T10:30:00+02:00'],
    ['8 de enero de 2019 10:30', '2019-01-08T10:30:00+01:00'],
    ['1546300800', '2019-01-01T01:00:00+01:00'],
  ])('%s is %s in Paris', (text, meant) => {
    expect(meantInstants(text, 'Europe/Paris')).toEqual([{ text: meant, isDay: false }]);
  });

  it('has an example of a time of day if there is only a date', () => {
    expect(meantInstants('2027-06-18', 'Europe/Paris')).toEqual([{ text: '2027-06-18T20:00:00+02:00', isDay: true }]);
  });

  it('is both a day of June and one of May in 05/06/2027', () => {
    const texts = meantInstants('05/06/2027 20:30', 'Europe/Paris').map(({ text }) => text);
    expect(texts).toEqual(['2027-06-05T20:30:00+02:00', '2027-05-06T20:30:00+02:00']);
  });

  it.each(['tomorrow', '20:30', '2027-06-18T25:00', '2027-13-01T10:00', '2027-06-18 20:30 IST', ''])(
    'is not guessed: %j',
    (text) => {
      expect(meantInstants(text, 'Europe/Paris')).toEqual([]);
    },
  );
});
