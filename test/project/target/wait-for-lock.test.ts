import { describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import type { ProjectEvent } from '../../../src/project/index.ts';
import { waitForLock } from '../../../src/target/this-run.ts';
import { LockHeld, type Lock } from '../../../src/state/file/lock.ts';
import { virtualClock } from '../../virtual-clock.ts';

const LOCK = { id: 'ours' } as Lock;
const held = (id: string): LockHeld => new LockHeld('held', { id, holder: `runner ${id}`, suggestion: 'wait' });

/** A lock that others hold, one after the other, in time that passes only while somebody waits. */
function waiting(holders: readonly { readonly id: string; readonly until: number }[], variables = {}) {
  const clock = virtualClock(0);
  const events: ProjectEvent[] = [];
  const config = {
    variable: () => undefined,
    environment: (name: string) => (variables as Record<string, string>)[name],
  } as Pick<Config, 'variable' | 'environment'> as Config;
  const store = {
    lock: async () => {
      const holder = holders.find(({ until }) => clock.now() < until);
      if (holder) throw held(holder.id);
      return LOCK;
    },
  };
  const take = (signal?: AbortSignal) =>
    waitForLock(store, {
      config,
      command: 'sync',
      outside: { clock, onEvent: (event) => void events.push(event), signal },
    });
  return { take, events, time: clock.now };
}

describe('a run that finds the lock held', () => {
  it('fails at once by default', async () => {
    const { take, time } = waiting([{ id: 'a', until: 60_000 }]);
    await expect(take()).rejects.toBeInstanceOf(LockHeld);
    expect(time()).toBe(0);
  });

  it('waits six minutes in CI, longer than a lock takes to expire', async () => {
    const { take, time } = waiting([{ id: 'a', until: 5 * 60_000 }], { CI: 'true' });
    expect(await take()).toBe(LOCK);
    expect(time()).toBe(5 * 60_000);
  });

  it('does not wait if CI is false', async () => {
    await expect(waiting([{ id: 'a', until: 1 }], { CI: 'false' }).take()).rejects.toBeInstanceOf(LockHeld);
  });

  it('fails after that with the holder', async () => {
    const { take, time } = waiting([{ id: 'a', until: 10 * 60_000 }], { CI: 'true' });
    await expect(take()).rejects.toMatchObject({ holder: 'runner a' });
    expect(time()).toBe(6 * 60_000);
  });

  it('reports each holder once', async () => {
    const holders = [
      { id: 'a', until: 10_000 },
      { id: 'b', until: 20_000 },
    ];
    const { take, events } = waiting(holders, { CI: 'true' });
    await take();
    expect(events).toEqual([
      { type: 'lock-waited-for', holder: 'runner a', milliseconds: 360_000 },
      { type: 'lock-waited-for', holder: 'runner b', milliseconds: 350_000 },
    ]);
  });

  it('stops waiting when it is cancelled', async () => {
    const { take } = waiting([{ id: 'a', until: 10_000 }], { CI: 'true' });
    await expect(take(AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  });

  it('does not wait for anything else that goes wrong', async () => {
    const store = { lock: () => Promise.reject(new Error('no permission')) };
    const config = { variable: () => undefined, environment: () => 'true' } as Pick<
      Config,
      'variable' | 'environment'
    > as Config;
    const outside = { clock: virtualClock(), onEvent: () => {}, signal: undefined };
    await expect(waitForLock(store, { config, command: 'sync', outside })).rejects.toThrow('no permission');
  });
});
