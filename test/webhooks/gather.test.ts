import { describe, expect, it } from 'vitest';
import { gather, type Timers } from '../../src/webhooks/gather.ts';

/** A clock that moves only when the test advances it. */
function manualTimers(): Timers & { readonly pass: (milliseconds: number) => void } {
  let now = 0;
  const due = new Set<{ readonly at: number; readonly act: () => void }>();
  return {
    after: (milliseconds, act) => {
      const timer = { at: now + milliseconds, act };
      due.add(timer);
      return () => due.delete(timer);
    },
    pass: (milliseconds) => {
      for (const end = now + milliseconds; now < end; now++) {
        for (const timer of due) {
          if (timer.at > now + 1 || !due.delete(timer)) continue;
          timer.act();
        }
      }
    },
  };
}

function gathering() {
  const timers = manualTimers();
  const runs: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  const gatherer = gather<number>({
    task: (items) => new Promise<void>((resolve) => runs.push({ items, end: resolve })),
    quiet: 500,
    longest: 5000,
    timers,
  });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { timers, runs, gatherer, settle };
}

describe('gathering', () => {
  it('runs one task for a burst, after a quiet moment', () => {
    const { timers, runs, gatherer } = gathering();
    for (const item of [1, 2, 3]) {
      gatherer.add(item);
      timers.pass(400);
    }
    expect(runs).toEqual([]);
    timers.pass(100);
    expect(runs.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  });

  it('does not wait for ever if it is never quiet', () => {
    const { timers, runs, gatherer } = gathering();
    for (let item = 0; item < 13; item++) {
      gatherer.add(item);
      timers.pass(400);
    }
    expect(runs).toHaveLength(1);
    expect(runs[0]!.items).toHaveLength(13);
  });

  it('runs once more for calls during a task, and never two tasks at a time', async () => {
    const { timers, runs, gatherer, settle } = gathering();
    gatherer.add(1);
    timers.pass(500);
    gatherer.add(2);
    gatherer.add(3);
    timers.pass(60_000);
    expect(runs).toHaveLength(1);
    runs[0]!.end();
    await settle();
    timers.pass(500);
    expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    runs[1]!.end();
    await settle();
    timers.pass(60_000);
    expect(runs).toHaveLength(2);
  });

  it('stops after the running task and starts no other', async () => {
    const { timers, runs, gatherer, settle } = gathering();
    gatherer.add(1);
    timers.pass(500);
    gatherer.add(2);
    let hasStopped = false;
    const stopped = gatherer.stop().then(() => (hasStopped = true));
    await settle();
    expect(hasStopped).toBe(false);
    runs[0]!.end();
    await stopped;
    timers.pass(60_000);
    expect(runs).toHaveLength(1);
  });
});
