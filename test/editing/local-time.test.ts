import { describe, expect, it } from 'vitest';
import { inNotation } from '../../src/editing/local-time.ts';
import type { JsonObject } from '../../src/values/json.ts';

function written(value: string, was?: string, data: JsonObject = {}): unknown {
  const set = { do: 'set', path: ['time', 'start'], value, isLocal: true, ...(was !== undefined && { was }) } as const;
  return (inNotation(set, data, 'Europe/Paris') as { value: unknown }).value;
}

describe('a local time from a form', () => {
  it.each([
    ['2027-06-18T20:15', '2027-06-18T20:00:00+02:00', '2027-06-18T20:15:00+02:00'],
    ['2027-06-18T20:15', '2027-06-18T18:00Z', '2027-06-18T18:15Z'],
    ['2027-12-18T20:15', '2027-06-18T20:00:00+02:00', '2027-12-18T20:15:00+01:00'],
    ['2027-06-18', '2027-06-17', '2027-06-18'],
  ])('%s instead of %s is written as %s', (value, was, expected) => expect(written(value, was)).toBe(expected));

  it('is read in the time zone beside it, and written like a time beside it', () => {
    const time = { end: '2027-06-18T12:00:00-04:00', timezone: 'America/New_York' };
    expect(written('2027-06-18T10:30', undefined, { time })).toBe('2027-06-18T10:30:00-04:00');
    expect(written('2027-06-18T10:30', undefined, { time: { timezone: 'nowhere' } })).toBe('2027-06-18T10:30');
  });

  it('keeps its offset in an hour that the clocks repeat, and is refused in one that they skip', () => {
    expect(written('2027-10-31T02:45', '2027-10-31T02:30:00+02:00')).toBe('2027-10-31T02:45:00+02:00');
    expect(written('2027-10-31T02:45', '2027-10-31T02:30:00+0100')).toBe('2027-10-31T02:45:00+0100');
    expect(written('2027-10-31T02:45', '2027-10-31T01:30')).toBe('2027-10-31T02:45+02:00');
    expect(() => written('2027-03-28T02:30')).toThrow('the clocks skip it');
  });
});
