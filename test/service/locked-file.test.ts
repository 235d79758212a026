/** Another program locks the file of a service, as a backup or a database browser does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { expect, it, onTestFinished } from 'vitest';
import { event } from '../contract/bodies.ts';
import { temporaryService } from '../contract/service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const LOCKING = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
  database.exec('BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.once('data', () => { database.exec('COMMIT'); process.exit(); });
`;

/** Returns what releases the lock. */
async function lock(file: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['-e', LOCKING, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  await once(createInterface(child.stdout), 'line');
  return async () => {
    const ended = once(child, 'exit');
    child.stdin.write('\n');
    await ended;
  };
}

async function serviceOnFile() {
  const folder = temporaryFolder();
  const file = join(folder, 'service.db');
  const failures: string[] = [];
  const running = await temporaryService({ file, onFailure: (message) => failures.push(message) });
  // The first request notes when its key was used.
  await running.a.post('/events', event());
  return { ...running, file, failures };
}

it('a change waits for the lock, and reads are answered meanwhile', async () => {
  const { a, file } = await serviceOnFile();
  const release = await lock(file);
  let isMade = false;
  const made = a.post('/events', event()).then((answer) => {
    isMade = true;
    return answer;
  });
  const started = performance.now();
  for (let count = 0; count < 10; count += 1) expect((await a.get('/events')).status).toBe(200);
  expect(performance.now() - started).toBeLessThan(2500);
  expect(isMade).toBe(false);
  await release();
  expect((await made).status).toBe(201);
});

it('after five seconds, a change is answered with 503 and may be sent again', async () => {
  const { a, file, failures } = await serviceOnFile();
  const release = await lock(file);
  const answer = await a.post('/events', event(), { undocumented: true });
  expect([answer.status, answer.headers.get('retry-after'), answer.json]).toEqual([
    503,
    '2',
    expect.objectContaining({
      code: 'unavailable',
      detail: 'the database took too long: another program has locked it',
    }),
  ]);
  expect(failures).toEqual([
    expect.stringMatching(/^request \S+ failed: the database took too long: another program has locked it$/),
  ]);
  await release();
  expect((await a.post('/events', event())).status).toBe(201);
  expect((await a.get('/events')).json).toMatchObject({ total: 2 });
}, 20_000);
