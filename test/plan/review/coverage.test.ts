import { describe, expect, it } from 'vitest';
import { coverageOf } from '../../../src/plan/review/use.ts';
import type { Review } from '../../../src/plan/review/review.ts';
import type { Seal } from '../../../src/plan/review/plan-seal.ts';
import { World, type Files } from '../world.ts';
import { event, sealed } from './sealed.ts';

const FILES = { 'events/opening.yaml': event('Opening'), 'events/closing.yaml': event('Closing') };

function synced(): World {
  const world = new World();
  world.sync(FILES);
  return world;
}

const reviewOf = (seal: Seal, more: Partial<Review> = {}): Review => ({
  version: 1,
  number: 1,
  commit: 'abc',
  seal,
  needs: { deletes: 0, replace: false },
  guard: { count: 10, percent: 30 },
  recordedAt: '2027-06-01T00:00:00Z',
  ...more,
});
const planned = (files: Files): Seal => sealed(synced(), { ...FILES, ...files });

describe('the plan of a merge', () => {
  it('is covered by the review of the same changes', () => {
    const seal = planned({ 'events/opening.yaml': event('Grand opening') });
    expect(coverageOf(seal, [reviewOf(seal)])).toEqual({
      uncovered: [],
      unneeded: [],
      allowances: { deletes: 0, replace: false },
    });
  });

  it('is not covered without a review', () => {
    const seal = planned({ 'events/opening.yaml': event('Grand opening') });
    expect(coverageOf(seal, []).uncovered).toMatchObject([{ address: 'events/opening', field: 'title', why: 'new' }]);
  });

  it('is covered by two reviews that were merged together, also of one document', () => {
    const one = planned({ 'events/opening.yaml': event('Grand opening') });
    const two = planned({ 'events/opening.yaml': event('Opening', 'description: Two sets\n') });
    const both = planned({ 'events/opening.yaml': event('Grand opening', 'description: Two sets\n') });
    expect(coverageOf(both, [reviewOf(one), reviewOf(two, { number: 2 })])).toMatchObject({
      uncovered: [],
      unneeded: [],
    });
    expect(coverageOf(both, [reviewOf(one)]).uncovered).toMatchObject([{ field: 'description', why: 'new' }]);
  });

  it('is not covered if a reviewed value is a different one now', () => {
    const reviewed = planned({ 'events/opening.yaml': event('Grand opening') });
    const now = planned({ 'events/opening.yaml': event('Great opening') });
    expect(coverageOf(now, [reviewOf(reviewed)]).uncovered).toMatchObject([
      { address: 'events/opening', why: 'changed' },
    ]);
  });

  it('is not covered if it would delete what was only to be updated', () => {
    const reviewed = planned({ 'events/closing.yaml': event('Last dance') });
    const now = sealed(synced(), { 'events/opening.yaml': FILES['events/opening.yaml'] });
    expect(coverageOf(now, [reviewOf(reviewed)]).uncovered).toMatchObject([{ action: 'delete' }]);
  });

  it('is covered if part of what was reviewed is no longer needed, which is named', () => {
    const reviewed = planned({ 'events/opening.yaml': event('Grand opening'), 'events/x.yaml': event('X') });
    const now = planned({ 'events/opening.yaml': event('Grand opening') });
    expect(coverageOf(now, [reviewOf(reviewed)])).toMatchObject({ uncovered: [], unneeded: [{ address: 'events/x' }] });
  });
});

describe('an approval', () => {
  const seal = planned({ 'events/opening.yaml': event('Grand opening') });
  const allowances = { deletes: 12, replace: true };

  it('counts for the plan that it was given for', () => {
    const review = reviewOf(seal, { approval: { digest: seal.digest, allowances, by: 'ada' } });
    expect(coverageOf(seal, [review]).allowances).toEqual(allowances);
  });

  it('does not count for the plan of a later push', () => {
    const later = planned({ 'events/opening.yaml': event('Great opening') });
    const review = reviewOf(later, { approval: { digest: seal.digest, allowances, by: 'ada' } });
    expect(coverageOf(later, [review]).allowances).toEqual({ deletes: 0, replace: false });
  });
});
