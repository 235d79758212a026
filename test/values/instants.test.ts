import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { epochOf, offsetAt, readDayOrInstant, readInstant } from '../../src/values/instants.ts';

const PARIS = 'Europe/Paris';

describe('a local time is read in its zone', () => {
  it.each([
    ['2027-06-18T20:30:00', PARIS, '2027-06-18T20:30:00+02:00'],
    ['2027-12-18T20:30:00', PARIS, '2027-12-18T20:30:00+01:00'],
    ['2027-06-18T20:30', PARIS, '2027-06-18T20:30:00+02:00'],
    ['2027-06-18 20:30', PARIS, '2027-06-18T20:30:00+02:00'],
    ['2027-06-18T20:30:00.250', PARIS, '2027-06-18T20:30:00.250+02:00'],
    ['2027-06-18T20:30:00', 'America/New_York', '2027-06-18T20:30:00-04:00'],
    ['2027-06-18T20:30:00', 'Asia/Kathmandu', '2027-06-18T20:30:00+05:45'],
    ['2027-01-18T20:30:00', 'Australia/Lord_Howe', '2027-01-18T20:30:00+11:00'],
    ['2027-06-18T20:30:00', 'Australia/Lord_Howe', '2027-06-18T20:30:00+10:30'],
    ['2027-06-18T20:30:00', 'UTC', '2027-06-18T20:30:00+00:00'],
    ['2028-02-29T12:00:00', PARIS, '2028-02-29T12:00:00+01:00'],
    ['2011-12-31T08:00:00', 'Pacific/Apia', '2011-12-31T08:00:00+14:00'],
    ['2011-12-29T23:00:00', 'Pacific/Apia', '2011-12-29T23:00:00-10:00'],
  ])('%s in %s', (local, zone, text) => {
    expect(readInstant(local, zone)).toEqual({ type: 'instant', epoch: Date.parse(text), text });
  });
});

describe('an offset takes precedence over the zone', () => {
  it.each([
    ['2027-06-18T20:30:00+02:00', '2027-06-18T20:30:00+02:00'],
    ['2027-06-18T20:30:00-0500', '2027-06-18T20:30:00-05:00'],
    ['2027-06-18T20:30Z', '2027-06-18T20:30:00Z'],
    ['2027-06-18t20:30:00z', '2027-06-18T20:30:00Z'],
    ['2027-06-18T20:30:00.123456+05:45', '2027-06-18T20:30:00.123456+05:45'],
    ['0050-06-18T20:30:00Z', '0050-06-18T20:30:00Z'],
    ['2027-03-28T02:30:00+01:00', '2027-03-28T02:30:00+01:00'],
  ])('%s', (written, text) => {
    const read = readInstant(written, 'Asia/Tokyo');
    expect(read).toMatchObject({ type: 'instant', text });
    expect(read).toMatchObject({ epoch: epochOf(text) });
  });
});

describe('a time at a clock change is never guessed', () => {
  it.each([
    ['2027-03-28T02:00:00', PARIS, '2027-03-28T03:00:00+02:00'],
    ['2027-03-28T02:30:00', PARIS, '2027-03-28T03:30:00+02:00'],
    ['2027-03-14T02:30:00', 'America/New_York', '2027-03-14T03:30:00-04:00'],
    ['2027-10-03T02:15:00', 'Australia/Lord_Howe', '2027-10-03T02:45:00+11:00'],
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-31T12:00:00+14:00'],
  ])('%s in %s is skipped', (local, zone, next) => {
    expect(readInstant(local, zone)).toEqual({ type: 'skipped', next });
  });

  it.each([
    ['2027-10-31T02:00:00', PARIS, '+02:00', '+01:00'],
    ['2027-10-31T02:30:00', PARIS, '+02:00', '+01:00'],
    ['2027-11-07T01:30:00', 'America/New_York', '-04:00', '-05:00'],
    ['2027-04-04T01:45:00', 'Australia/Lord_Howe', '+11:00', '+10:30'],
  ])('%s in %s exists twice', (local, zone, first, second) => {
    expect(readInstant(local, zone)).toEqual({ type: 'twice', earlier: local + first, later: local + second });
  });

  it.each([
    ['2027-03-28T01:59:59', PARIS],
    ['2027-03-28T03:00:00', PARIS],
    ['2027-10-31T01:59:59', PARIS],
    ['2027-10-31T03:00:00', PARIS],
    ['2027-10-03T02:30:00', 'Australia/Lord_Howe'],
    ['2027-04-04T01:29:59', 'Australia/Lord_Howe'],
  ])('%s in %s is neither', (local, zone) => {
    expect(readInstant(local, zone)).toMatchObject({ type: 'instant' });
  });
});

describe('an invalid date or time is rejected', () => {
  it.each([
    '2027-02-29T12:00:00',
    '2027-06-31T12:00:00Z',
    '2027-13-01T12:00:00Z',
    '2027-00-10T12:00:00Z',
    '2027-06-00T12:00:00Z',
    '2027-06-18T24:00:00Z',
    '2027-06-18T23:60:00Z',
    '2027-06-18T23:59:60Z',
    '2027-06-18T20:30:00+15:00',
    '2027-06-18T20:30:00+02:60',
    '2027-06-18',
    '20:30',
    '18/06/2027 20:30',
    '2027-6-18T20:30',
    '2027-06-18T20',
    ' 2027-06-18T20:30',
    '2027-06-18T20:30:00+02:00[Europe/Paris]',
    '1813696200',
    '',
  ])('%j', (text) => {
    expect(readInstant(text, PARIS)).toMatchObject({ type: 'not-a-time' });
  });
});

it('a date alone starts with the first instant of that day', () => {
  expect(readDayOrInstant('2019-11-08', PARIS)).toMatchObject({ text: '2019-11-08T00:00:00+01:00' });
  // The clocks of São Paulo skipped this midnight, and those of Havana repeat this one.
  expect(readDayOrInstant('2018-11-04', 'America/Sao_Paulo')).toMatchObject({ text: '2018-11-04T01:00:00-02:00' });
  expect(readDayOrInstant('2027-11-07', 'America/Havana')).toMatchObject({ text: '2027-11-07T00:00:00-04:00' });
});

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
// Before that, some zones were a few seconds off a whole minute, which no offset can express.
const epoch = fc
  .integer({ min: Date.UTC(1973, 0) / 1000, max: Date.UTC(2100, 0) / 1000 })
  .map((seconds) => seconds * 1000);

const localText = (at: number, offset: number): string => new Date(at + offset).toISOString().slice(0, 19);
const offsetText = (offset: number): string => {
  const minutes = Math.abs(offset) / 60_000;
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
};

it('a local time in any zone is read as its instant', () => {
  fc.assert(
    fc.property(epoch, zone, (at, timezone) => {
      const local = localText(at, offsetAt(at, timezone));
      const read = readInstant(local, timezone);
      const epochs =
        read.type === 'twice' ? [epochOf(read.earlier), epochOf(read.later)] : [(read as { epoch?: number }).epoch];
      expect(epochs).toContain(at);
    }),
    { numRuns: 2000 },
  );
});

it('with its offset it is unambiguous, and reads the same again', () => {
  fc.assert(
    fc.property(epoch, zone, (at, timezone) => {
      const offset = offsetAt(at, timezone);
      const text = localText(at, offset) + offsetText(offset);
      expect(readInstant(text, 'UTC')).toEqual({ type: 'instant', epoch: at, text });
      expect(epochOf(text)).toBe(at);
    }),
    { numRuns: 2000 },
  );
});

it('no text or fraction makes a time differ from what others read', () => {
  fc.assert(
    fc.property(epoch, fc.integer({ min: 0, max: 999_999_999 }), (at, fraction) => {
      const text = `${localText(at, 0)}.${String(fraction).padStart(9, '0')}Z`;
      expect(readInstant(text, 'UTC')).toMatchObject({ epoch: Date.parse(text) });
    }),
  );
});
