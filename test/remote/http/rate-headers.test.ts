import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestsLeft, waitAsked } from '../../../src/remote/http/rate-headers.ts';

const NOW = Date.parse('2027-06-18T12:00:00Z');
const EPOCH = NOW / 1000;

describe('the wait', () => {
  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Fri, 18 Jun 2027 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Friday, 18-Jun-27 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': '7', 'ratelimit-reset': '9', 'x-ratelimit-reset': '11' }, 7000],
    [{ 'ratelimit-reset': '9', 'x-ratelimit-reset': '11' }, 9000],
    [{ ratelimit: 'limit=100, remaining=0, reset=12' }, 12_000],
    [{ ratelimit: '"burst";r=0;t=3, "day";r=10;t=4000' }, 3000],
    [{ 'x-ratelimit-reset': '11' }, 11_000],
    [{ 'x-ratelimit-reset': String(EPOCH + 20) }, 20_000],
    [{ 'x-ratelimit-reset': String((EPOCH + 20) * 1000) }, 20_000],
    [{ 'ratelimit-reset': String(EPOCH + 20) }, 20_000],
    [{ 'x-ratelimit-reset': String(EPOCH - 20) }, 0],
  ])('is read from %j', (headers, milliseconds) => {
    expect(waitAsked(headers, NOW)).toBe(milliseconds);
  });

  it.each([
    [{ 'retry-after': 'soon 5' }],
    [{ 'retry-after': '-3' }],
    [{ 'retry-after': '1e3' }],
    [{ 'retry-after': '' }],
    [{ 'ratelimit-reset': 'NaN' }],
    [{ ratelimit: 'reset' }],
    [{ 'x-ratelimit-reset': '99999999999999999999' }],
    [{}],
  ])('is unknown from %j', (headers) => {
    expect(waitAsked(headers, NOW)).toBeUndefined();
  });

  it('skips a malformed family', () => {
    expect(waitAsked({ 'retry-after': 'later', 'ratelimit-reset': '?', 'x-ratelimit-reset': '4' }, NOW)).toBe(4000);
  });

  it('is right even if our clock is an hour slow or fast', () => {
    const headers = { date: 'Fri, 18 Jun 2027 12:00:00 GMT', 'x-ratelimit-reset': String(EPOCH + 20) };
    expect(waitAsked(headers, NOW - 3_600_000)).toBe(20_000);
    expect(waitAsked(headers, NOW + 3_600_000)).toBe(20_000);
  });

  it('is never negative, infinite or NaN for any headers', () => {
    const names = fc.constantFrom('retry-after', 'ratelimit', 'ratelimit-reset', 'x-ratelimit-reset', 'date');
    const values = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    const property = fc.property(fc.dictionary(names, values), (headers) => {
      const wait = waitAsked(headers, NOW) ?? 0;
      expect(Number.isFinite(wait) && wait >= 0).toBe(true);
    });
    fc.assert(property, { numRuns: 1000 });
  });
});

describe('the number of requests left', () => {
  it.each([
    [{ 'ratelimit-remaining': '3', 'x-ratelimit-remaining': '5' }, 3],
    [{ 'x-ratelimit-remaining': '5' }, 5],
    [{ ratelimit: 'limit=100, remaining=50, reset=30' }, 50],
    [{ ratelimit: '"burst";r=2;t=3, "day";r=10;t=4000' }, 2],
    [{ 'ratelimit-remaining': 'many' }, undefined],
    [{}, undefined],
  ])('is read from %j', (headers, left) => {
    expect(requestsLeft(headers)).toBe(left);
  });
});
