import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Faults } from '../service/faults.ts';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { git } from '../state/clones.ts';
import { someEvents } from './fixture.ts';
import { openGitStage, type GitStage } from './git-stage.ts';
import { actionsOf, openStage, type Stage } from './stage.ts';

interface Cancelled {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly said: string;
}

/** Starts the program in a separate process, and runs a callback once the target has received such a request. */
async function cancelAt(
  stage: Stage,
  words: readonly string[],
  { method, path }: { readonly method: string; readonly path: string },
  cancel: (child: ChildProcess) => void,
  latency = 1500,
): Promise<Cancelled> {
  // The response takes longer than a signal takes to arrive, so that the request is in flight then.
  await stage.arm({ do: 'latency', method, path, ms: latency });
  const strike = stage.theatre.service.faults.strike.bind(stage.theatre.service.faults);
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    cwd: stage.folder,
    env: { ...process.env, ...stage.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let isCancelled = false;
  const faults = stage.theatre.service.faults as { -readonly [name in keyof Faults]: Faults[name] };
  faults.strike = async (...request) => {
    const struck = await strike(...request);
    if (struck.length > 0 && !isCancelled) {
      isCancelled = true;
      cancel(child);
    }
    return struck;
  };
  const [stdout, stderr, [exitCode, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ]);
  await stage.arm();
  expect(isCancelled).toBe(true);
  return { exitCode, signal, said: stdout + stderr };
}

const SYNC = ['sync', '--yes', '--concurrency', '1'];
const EVENTS = 6;

/** Like a GitHub runner that cancels a job, but without a wait: a second signal after 300 ms would end the program. */
const likeGitHub = (child: ChildProcess): void => {
  child.kill('SIGINT');
  child.kill('SIGTERM');
};

const locksOf = ({ remote }: GitStage): string => git(remote, 'for-each-ref', 'refs/gitcast/lock');

describe('a cancelled sync', () => {
  it.each([
    { how: 'by SIGTERM', cancel: (child: ChildProcess) => void child.kill('SIGTERM') },
    { how: 'by SIGHUP', cancel: (child: ChildProcess) => void child.kill('SIGHUP') },
    { how: 'by SIGINT', cancel: (child: ChildProcess) => void child.kill('SIGINT') },
    { how: 'like GitHub', cancel: likeGitHub },
  ])('$how finishes requests in flight, saves the state and releases the lock', async ({ cancel }) => {
    const opened = await openGitStage(someEvents(EVENTS));
    const { stage, commit, clone } = opened;
    commit();
    const { exitCode, signal, said } = await cancelAt(stage, SYNC, { method: 'POST', path: '/events' }, cancel);
    expect([exitCode, signal], said).toEqual([1, null]);
    expect(said).toMatch(/live: \d+ changes? made, 1 adopted, \d+ left\n/);
    const made = stage.contents('event').length;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(EVENTS);
    expect(locksOf(opened)).toBe('');

    // Another machine continues at once, and creates nothing twice.
    const runner = clone();
    const known = JSON.parse((await runner.gitcast('state', 'show', '--json')).stdout) as {
      entries: { kind: string }[];
    };
    expect(known.entries.filter(({ kind }) => kind === 'event')).toHaveLength(made);
    expect(await runner.sync()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(stage.contents('event')).toHaveLength(EVENTS);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('reports at once what it waits for, and how to stop without waiting', async () => {
    const opened = await openGitStage(someEvents(EVENTS));
    opened.commit();
    const writing = { method: 'POST', path: '/events' };
    const { said } = await cancelAt(opened.stage, SYNC, writing, (child) => child.kill('SIGINT'));
    expect(said).toContain('stopping: waiting for 1 request in progress; press Ctrl-C again to stop at once\n');
  });

  it('a second time ends at once, with a journal that the next run continues from', async () => {
    const stage = await openStage({ files: someEvents(EVENTS) });
    const twice = (child: ChildProcess): void => {
      child.kill('SIGINT');
      // Shortly after the first it counts as the same press of Ctrl-C, which arrives twice under npm.
      const again = setInterval(() => child.kill('SIGINT'), 500);
      child.once('exit', () => clearInterval(again));
    };
    const { signal } = await cancelAt(stage, SYNC, { method: 'POST', path: '/events' }, twice, 10_000);
    expect(signal).toBe('SIGINT');
    // What the target had already received is created although nothing waits for the response.
    await expect.poll(() => stage.contents('event').length, { timeout: 30_000 }).toBe(1);
    expect(await stage.sync()).toMatchObject({ exitCode: 0 });
    expect(stage.contents('event')).toHaveLength(EVENTS);
  });

  it('while it still reads sends nothing, and releases the lock', async () => {
    const opened = await openGitStage(someEvents(EVENTS));
    opened.commit();
    const reading = { method: 'GET', path: '/events' };
    const { exitCode, signal, said } = await cancelAt(opened.stage, SYNC, reading, (child) => child.kill('SIGTERM'));
    expect([exitCode, signal], said).toEqual([1, null]);
    expect(said).toContain('the run was stopped');
    expect(opened.stage.contents('event')).toEqual([]);
    expect(locksOf(opened)).toBe('');
  });
});

describe('a cancelled pull', () => {
  it('writes nothing, and releases the lock', async () => {
    const opened = await openGitStage(someEvents(1));
    opened.commit();
    await opened.stage.sync();
    await opened.stage.call('PUT', `/events/${opened.stage.only('event').id}`, { title: 'Grand opening' });
    const reading = { method: 'GET', path: '/events' };
    const { exitCode, signal, said } = await cancelAt(opened.stage, ['pull'], reading, (child) =>
      child.kill('SIGTERM'),
    );
    expect([exitCode, signal], said).toEqual([1, null]);
    expect(locksOf(opened)).toBe('');
    expect(git(opened.stage.folder, 'status', '--porcelain')).toBe('');
  });
});
