import { describe, expect, it } from 'vitest';
import { coverageOf, claimed, afterSync } from '../../../src/plan/review/use.ts';
import type { Review } from '../../../src/plan/review/review.ts';
import type { Seal } from '../../../src/plan/review/plan-seal.ts';
import { World } from '../world.ts';
import { event, sealed } from './sealed.ts';

const [BEFORE, MERGED, LATER] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];

const FILES = { 'events/opening.yaml': event('Opening'), 'events/closing.yaml': event('Closing') };

/** A review of two updates. */
function reviewed(): Review & { readonly seal: Seal } {
  const world = new World();
  world.sync(FILES);
  const files = { 'events/opening.yaml': event('Grand opening'), 'events/closing.yaml': event('Grand closing') };
  return {
    version: 1,
    number: 12,
    commit: MERGED,
    seal: sealed(world, files),
    needs: { deletes: 0, replace: false },
    guard: { count: 10, percent: 30 },
    recordedAt: '2027-06-01T00:00:00.000Z',
  };
}

const uncovered = (review: Review, sent: readonly string[]) =>
  coverageOf(review.seal, [review], sent).uncovered.map(({ address, why }) => `${address} ${why}`);

const NOTHING: ReadonlySet<string> = new Set();

describe('a review that a killed sync has claimed', () => {
  const killed = (): Review => claimed(reviewed(), reviewed().seal, { sent: [BEFORE], head: MERGED });

  it('is continued while no other sync has sent anything, also from a later commit', () => {
    expect(uncovered(killed(), [BEFORE])).toEqual([]);
    expect(uncovered(killed(), [MERGED])).toEqual([]);
    const continued = claimed(killed(), reviewed().seal, { sent: [MERGED], head: LATER });
    expect(uncovered(continued, [LATER])).toEqual([]);
  });

  it('covers nothing once another sync has sent something, which may have undone it', () => {
    expect(uncovered(killed(), [LATER])).toEqual(['events/closing used', 'events/opening used']);
    const claimedAgain = claimed(killed(), reviewed().seal, { sent: [LATER], head: LATER });
    expect(uncovered(claimedAgain, [LATER])).toEqual(['events/closing used', 'events/opening used']);
  });
});

describe('a review after a sync', () => {
  const ended = (applied: readonly string[], left: readonly string[], isWhole = true): Review | undefined => {
    const review = claimed(reviewed(), reviewed().seal, { sent: [BEFORE], head: MERGED });
    return afterSync(review, { plan: review.seal, applied: new Set(applied), left: new Set(left), isWhole });
  };

  it('is gone if everything was applied', () => {
    expect(ended(['events/opening', 'events/closing'], [])).toBeUndefined();
  });

  it('covers what was not applied, from any later commit, and nothing else', () => {
    expect(uncovered(ended(['events/opening'], ['events/closing'])!, [LATER])).toEqual(['events/opening used']);
  });

  it('is used up by what needed no change, unless only some documents were compared', () => {
    const [closing] = reviewed().seal.changes;
    const plan: Seal = { ...reviewed().seal, changes: [closing!] };
    const end = { plan, applied: new Set(['events/closing']), left: NOTHING };
    expect(afterSync(reviewed(), { ...end, isWhole: true })).toBeUndefined();
    expect(uncovered(afterSync(reviewed(), { ...end, isWhole: false })!, [])).toEqual(['events/closing used']);
  });

  it('keeps what a person has to decide', () => {
    const plan: Seal = { ...reviewed().seal, changes: [] };
    const left = afterSync(reviewed(), { plan, applied: NOTHING, left: new Set(['events/opening']), isWhole: true });
    expect(uncovered(left!, [])).toEqual(['events/closing used']);
  });
});
