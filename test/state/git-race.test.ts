import { describe, expect, it } from 'vitest';
import { thisProcess } from '../../src/state/file/lock.ts';
import { runs } from '../seed.ts';
import { newRemote, storeIn } from './clones.ts';
import { counted, nothingLost, oneRun, race } from './git-race.ts';

/**
 * The first round starts without a state, the second with one, and each further round starts the same race again: what
 * more of them find is found by `npm run proof`.
 */
const ROUNDS = runs({ test: 2, proof: 8 });

describe('two clones that race for one target', () => {
  // `npm run proof` runs fifty rounds.
  it('lose no outcome and overwrite no state', async () => {
    expect(await race(ROUNDS)).toEqual(nothingLost(ROUNDS));
  }, 600_000);

  it('merge their outcomes if one of them loses the lock in the middle', async () => {
    const remote = newRemote();
    const [one, other] = [storeIn(remote.clone()), storeIn(remote.clone())];
    for (let round = 0; round < ROUNDS; round++) {
      const lock = await one.lock(thisProcess());
      await one.load();
      const journal = one.journal(lock);
      const name = `events/one-${round}`;
      await journal.append({ type: 'written', address: name, entry: counted(name, 0), settles: [] });
      await other.unlock(lock.id);
      await Promise.all([
        oneRun(other, `events/other-${round}`),
        journal
          .close()
          .then(async () => one.save(await one.load(), lock))
          .catch((error: unknown) => expect(String(error)).toContain('lost its lock')),
      ]);
      await lock.release();
    }
    const { base } = await storeIn(remote.clone()).load();
    expect([...base.entries.keys()].filter((address) => address !== 'events/shared')).toHaveLength(2 * ROUNDS);
    expect(base.entries.get('events/shared')).toEqual(counted('shared', ROUNDS));
  });
});
