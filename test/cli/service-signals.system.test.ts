import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { folderWith } from './in-memory.ts';

const EVENT = JSON.stringify({ title: 'x', start_time: '2027-01-01T10:00:00Z', end_time: '2027-01-01T11:00:00Z' });

/** `gitcast service` in a process of its own, with a request in progress whose body is not complete. */
async function servingRequest() {
  const words = ['service', '--json', '--port', '0', '--database', 's.db'];
  const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folderWith(), stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, key } = JSON.parse(line) as { url: string; key: string };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', expect: '100-continue' };
  const sending = request(`${url}/v1/events`, { method: 'POST', headers });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.flushHeaders();
  await once(sending, 'continue');
  return { child, ended, sending, answered, said };
}

describe('service, stopped by a signal', () => {
  it('ends at once on SIGTERM while it waits for its database, and exits with 0', async () => {
    const words = ['service', '--port', '0', '--database', 'postgres://me@/live?host=%2Fnothing%2Fhere'];
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
    const { child, ended, sending, answered } = await servingRequest();
    child.kill('SIGTERM');
    await wait(700);
    sending.end(EVENT);
    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(201);
    expect(await ended).toEqual([0, null]);
  });

  it('ends at once on a second signal, of the other kind too', async () => {
    const { child, ended, answered, said } = await servingRequest();
    const failed = answered.catch(() => 'cut');
    child.kill('SIGTERM');
    await expect.poll(() => said.join('')).toContain('press Ctrl-C again to stop at once');
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    expect(await failed).toBe('cut');
  });
});
