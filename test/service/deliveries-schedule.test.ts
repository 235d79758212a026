import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conclude, waitAfter } from '../../src/service/deliveries/attempt.ts';

const evenly = (): number => 0.5;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

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

it('a redirect is a failure with its reason', () => {
  expect(concluded({ status: 302 }).attempt.error).toBe('redirects are not followed');
});

it('the tenth failure is final', () => {
  expect(concluded({ error: 'no answer' }, 8).next).toEqual({ state: 'pending', dueAt: now + 24 * HOUR });
  expect(concluded({ error: 'no answer' }, 9).next).toEqual({ state: 'failed', dueAt: now });
});
