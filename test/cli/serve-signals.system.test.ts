import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { folderWith } from './in-memory.ts';

/** `gitcast serve` in a process of its own, with a request in progress that takes so many milliseconds. */
async function servingSlowly(ms: number) {
  const words = ['serve', '--json', '--port', '0', '--database', 's.db', '--faults'];
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folderWith(), stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, key, secret } = JSON.parse(line) as { url: string; key: string; secret: string };
  const rules = JSON.stringify([{ do: 'latency', path: '/events', nth: 1, ms }]);
  const arming = { 'content-type': 'application/json', 'x-gitcast-secret': secret };
  expect((await fetch(`${url}/faults`, { method: 'PUT', body: rules, headers: arming })).status).toBe(204);
  const headers = { authorization: `Bearer ${key}` };
  const get = async (): Promise<number> => (await fetch(`${url}/v1/events`, { headers })).status;
  const requests = [get(), get()];
  // Only the first one that arrives is slow, so when one is answered, the other one is in progress.
  await Promise.race(requests);
  return { child, ended, requests: Promise.all(requests), said };
}

describe('serve, stopped by a signal', () => {
  it('ends at once on SIGTERM while it waits for its database, and exits with 0', async () => {
    const words = ['serve', '--port', '0', '--database', 'postgres://me@/live?host=%2Fnothing%2Fhere'];
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      cwd: folderWith(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
    expect(line).toContain('waiting up to 60 seconds for postgres://me@/nothing/here/live');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('finishes the request in progress on SIGTERM, and exits with 0', async () => {
    const { child, ended, requests } = await servingSlowly(700);
    child.kill('SIGTERM');
    expect(await requests).toEqual([200, 200]);
    expect(await ended).toEqual([0, null]);
  });

  it('ends at once on a second signal, of the other kind too', async () => {
    const { child, ended, requests, said } = await servingSlowly(60_000);
    const failed = requests.catch(() => 'cut');
    child.kill('SIGTERM');
    await expect.poll(() => said.join('')).toContain('press Ctrl-C again to stop at once');
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    expect(await failed).toBe('cut');
  });
});
