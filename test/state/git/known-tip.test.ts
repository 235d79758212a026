import { describe, expect, it } from 'vitest';
import { KnownTip } from '../../../src/state/git/known-tip.ts';
import { NO_COMMIT, type StateCommit } from '../../../src/state/git/state-commit.ts';
import type { StateRef } from '../../../src/state/git/state-ref.ts';

const commit = (id: string): StateCommit => ({ ...NO_COMMIT, id });

/** A ref whose tip is a different commit each time. */
function newTip() {
  let looks = 0;
  const ref: Pick<StateRef, 'tip' | 'advance'> = {
    tip: async () => commit(`c${++looks}`),
    advance: async (start, make) => (await make(start)).commit,
  };
  return { tip: new KnownTip(ref as StateRef) };
}

describe('the known tip', () => {
  it('is looked up on each call without a lock', async () => {
    const { tip } = newTip();
    expect(tip.seen).toBeUndefined();
    expect((await tip.read()).id).toBe('c1');
    expect((await tip.read()).id).toBe('c2');
    expect(tip.seen?.id).toBe('c2');
  });

  it('is looked up once after the lock is taken, and on each call after it is released', async () => {
    const { tip } = newTip();
    await tip.read();
    tip.hold();
    expect(tip.seen).toBeUndefined();
    expect([(await tip.read()).id, (await tip.read()).id]).toEqual(['c2', 'c2']);
    tip.letGo();
    expect((await tip.read()).id).toBe('c3');
  });

  it('is what was written from here', async () => {
    const { tip } = newTip();
    tip.hold();
    await tip.advance(
      commit('start'),
      async ({ id }) => ({ commit: commit(`on ${id}`), objects: [] }),
      async () => 'changed',
    );
    expect((await tip.read()).id).toBe('on start');
  });
});
