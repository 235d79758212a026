import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/state/journal-line.ts';
import type { Lock } from '../../src/state/file/lock.ts';
import { resume } from '../../src/state/resume.ts';
import type { LoadedState, State, StateStore } from '../../src/state/store.ts';
import { exampleIntent } from './example-run.ts';

const NOW = 1000;
const intent = (more: Partial<Intent> = {}): Intent => exampleIntent({ at: 0, ...more });

/** Only the state of a store and what was saved; `store-contract.ts` tests the stores themselves. */
async function resumed(loaded: Partial<LoadedState>, lastSeen?: number) {
  const saved: State[] = [];
  const whole: LoadedState = { base: { entries: new Map() }, unfinished: [], interrupted: false, ...loaded };
  const store: Pick<StateStore, 'load' | 'save'> = {
    load: async () => whole,
    save: async (state) => void saved.push(state),
  };
  const lock = (lastSeen === undefined ? {} : { lastSeen }) as Lock;
  return { state: await resume(store as StateStore, lock, () => NOW), whole, saved };
}

describe('continuing from an earlier run', () => {
  it('writes nothing if that run has finished', async () => {
    const { state, whole, saved } = await resumed({ unfinished: [intent()] });
    expect(state).toBe(whole);
    expect(saved).toEqual([]);
  });

  it('saves its results first', async () => {
    const base = { entries: new Map() };
    const { state, saved } = await resumed({ interrupted: true, base });
    expect(saved).toEqual([state]);
    expect(saved[0]!.base).toBe(base);
    expect(state.interrupted).toBe(true);
  });
});

describe('a request of a run that died', () => {
  const leftBy = async (line: Intent, lastSeen?: number): Promise<number | undefined> =>
    (await resumed({ interrupted: true, unfinished: [line] }, lastSeen)).state.unfinished[0]!.leftBy;

  it.each([
    ['the last renewal of its lock', { at: 200 }, 300, 300],
    ['its own line, if that is later', { at: 400 }, 300, 400],
    ['now, if a clock was ahead of ours', { at: 2000 }, 300, NOW],
    ['now, if it is unknown when its run was last seen', { at: 200 }, undefined, NOW],
    ['what is known of it', { at: 200, leftBy: 250 }, 300, 250],
  ] as const)('can have been sent until %s', async (_, line, lastSeen, expected) => {
    expect(await leftBy(intent(line), lastSeen)).toBe(expected);
  });

  it('is otherwise recorded unchanged, and so are all others', async () => {
    const unfinished = [intent({ at: 1 }), intent({ address: 'events/b', idempotencyKey: 'l', leftBy: 5 })];
    const { saved } = await resumed({ interrupted: true, unfinished }, 7);
    expect(saved[0]!.unfinished).toEqual([{ ...unfinished[0], leftBy: 7 }, unfinished[1]]);
  });
});
