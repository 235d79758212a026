import { describe, expect, it } from 'vitest';
import { gitIn } from '../../../src/git/git.ts';
import { NO_COMMIT, type StoredCommit } from '../../../src/state/git/state-commit.ts';
import { Belonging } from '../../../src/state/belonging.ts';
import { StateRef } from '../../../src/state/git/state-ref.ts';
import { IDENTITY } from '../identity.ts';

const commit = (id: string): StoredCommit => ({ ...NO_COMMIT, id, identity: IDENTITY });

/** A ref whose tip is a different commit each time. */
function newTip() {
  let looks = 0;
  const belonging = new Belonging({ target: 'production', identity: IDENTITY });
  const ref = new StateRef({ git: gitIn('.', {}), belonging });
  return { ref: Object.assign(ref, { tip: async () => commit(`c${++looks}`) }) };
}

describe('the known tip', () => {
  it('is looked up on each call without a lock', async () => {
    const { ref } = newTip();
    expect(ref.seen).toBeUndefined();
    expect((await ref.knownTip()).id).toBe('c1');
    expect((await ref.knownTip()).id).toBe('c2');
    expect(ref.seen?.id).toBe('c2');
  });

  it('is looked up once after the lock is taken, and on each call after it is released', async () => {
    const { ref } = newTip();
    await ref.knownTip();
    ref.hold();
    expect(ref.seen).toBeUndefined();
    expect([(await ref.knownTip()).id, (await ref.knownTip()).id]).toEqual(['c2', 'c2']);
    ref.letGo();
    expect((await ref.knownTip()).id).toBe('c3');
  });

  it('is what was written from here', async () => {
    const { ref } = newTip();
    ref.hold();
    await ref.advance(
      commit('start'),
      async ({ id }) => ({ commit: commit(`on ${id}`), objects: [] }),
      async () => 'changed',
    );
    expect((await ref.knownTip()).id).toBe('on start');
  });
});
