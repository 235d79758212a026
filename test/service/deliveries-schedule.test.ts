import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conclude, waitAfter } from '../../src/service/deliveries/attempt.ts';

const evenly = (): number => 0.5;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

it('a delivery is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, and then abandoned', () => {
  const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
  waits.forEach((wait, index) => expect(waitAfter(index + 1, evenly)).toBe(wait));
  expect(waitAfter(waits.length + 1, evenly)).toBeUndefined();
});

it('jitter changes a wait by at most a tenth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const exact = waitAfter(failures, evenly)!;
      const wait = waitAfter(failures, () => random)!;
      expect(wait).toBeGreaterThanOrEqual(exact * 0.9 - 1);
      expect(wait).toBeLessThanOrEqual(exact * 1.1 + 1);
    }),
  );
});

const now = 1_000_000;
const concluded = (result: Parameters<typeof conclude>[0], earlier = 0) =>
  conclude(result, { earlier, now, random: evenly });

it.each([200, 202, 204, 299])('status %i settles a delivery', (status) => {
  expect(concluded({ status })).toEqual({
    attempt: { status, error: null },
    next: { state: 'delivered', dueAt: now },
    switchesOff: false,
  });
});

it.each([199, 300, 302, 400, 404, 429, 500, 503])('a delivery is retried after status %i', (status) => {
  expect(concluded({ status }).next).toEqual({ state: 'pending', dueAt: now + 5 * SECOND });
});

it('the tenth failure is final', () => {
  expect(concluded({ error: 'no answer' }, 8).next).toEqual({ state: 'pending', dueAt: now + 24 * HOUR });
  expect(concluded({ error: 'no answer' }, 9).next).toEqual({ state: 'failed', dueAt: now });
});
