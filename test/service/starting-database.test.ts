import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectWith } from '../../src/project/project.ts';
import type { ProjectEvent } from '../../src/project/index.ts';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import { virtualClock } from '../virtual-clock.ts';
import { freePort } from '../listen.ts';
import { explainMissing } from '../../src/service/store/database.ts';
import { UserError } from '../../src/diagnostics/errors.ts';
import { systemClock } from '../../src/machine/clock.ts';
import { listen } from '../../src/service/service-listener.ts';
import { createService } from '../../src/service/service.ts';
import { run } from '../../src/service/store/work.ts';
import { unusableDatabase } from '../../src/service/store/sqlite/sqlite-failures.ts';

const noticesIn = (events: readonly ProjectEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'service-notice' ? [event.message] : []));

describe('service, while nobody listens at the address of the database', () => {
  it('waits for a minute, says so once, and then fails with the reason and the next step', async () => {
    const port = await freePort();
    const clock = virtualClock();
    const [began, events] = [clock.now(), [] as ProjectEvent[]];
    const project = projectWith({ folder: tmpdir(), env: {}, onEvent: (event) => void events.push(event) }, { clock });
    const database = `postgres://me:s3cret@127.0.0.1:${port}/live`;
    const name = `postgres://me@127.0.0.1:${port}/live`;
    const reason = `connect ECONNREFUSED 127.0.0.1:${port}`;
    await expect(project.service({ database, port: 0 })).rejects.toMatchObject({
      message: `${name} did not start within 60 seconds: ${reason}`,
      suggestion: 'start the server, or check host and port in the URL, then run the command again',
    });
    expect(clock.now() - began).toBe(60_000);
    expect(noticesIn(events)).toEqual([`waiting up to 60 seconds for ${name}: ${reason}`]);
  });

  it('waits for a socket that is not there yet', async () => {
    const events: ProjectEvent[] = [];
    const project = projectWith(
      { folder: tmpdir(), env: {}, onEvent: (event) => void events.push(event) },
      { clock: virtualClock() },
    );
    const database = 'postgres://me@/live?host=%2Fnothing%2Fhere';
    await expect(project.service({ database, port: 0 })).rejects.toThrow('did not start within 60 seconds');
    expect(noticesIn(events)).toHaveLength(1);
  });

  it('ends with exit code 0 when it is stopped meanwhile', async () => {
    const port = await freePort();
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    const { exitCode, stdout, stderr } = await gitcast(
      `service --port 0 --database postgres://me@127.0.0.1:${port}/live`,
      { stopped, onError: (text) => text.includes('waiting up to') && stop() },
    );
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringContaining(`waiting up to 60 seconds for postgres://me@127.0.0.1:${port}/live`),
    ]);
  });
});

const missing = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from engine.js`), { code: 'ERR_MODULE_NOT_FOUND' });

it('a service without the package pg says how to install it', () => {
  const message = 'a PostgreSQL database needs the package pg, which is not installed';
  const thrown = expect.objectContaining({ message, suggestion: 'run npm install pg' });
  expect(() => explainMissing(missing('pg'))).toThrow(thrown);
});

it('another module that is missing is not mistaken for it', () => {
  const error = missing('pg-types');
  expect(() => explainMissing(error)).toThrow(error);
});

/** Each of them keeps a process alive. */
const openPorts = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

it('a service whose database fails while it starts leaves no port open', async () => {
  const before = openPorts();
  const service = await createService(':memory:', {
    profile: 'extended',
    rateLimit: 0,
    allowPrivateWebhooks: false,
    clock: systemClock,
  });
  onTestFinished(() => service.close());
  await service.engine.write('everything', () => run('DROP TABLE deliveries'));
  await expect(listen(service)).rejects.toThrow('no such table');
  await expect.poll(openPorts).toBe(before);
});

it('a command that cannot write its trace ends the embedded service that it started', async () => {
  const before = openPorts();
  const cwd = folderWith({ 'content/broadcast.yaml': 'name: A\n' });
  const { exitCode, stderr } = await gitcast('plan --trace missing/trace.jsonl', { cwd });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('cannot write the trace')]);
  await expect.poll(openPorts).toBe(before);
});

it('a file that another program has locked is reported with the way to free it', () => {
  const file = join(folderWith(), 'service.db');
  const [other, own] = [new DatabaseSync(file), new DatabaseSync(file, { timeout: 0 })];
  onTestFinished(() => [other, own].forEach((each) => each.close()));
  other.exec('BEGIN EXCLUSIVE');
  const refused = (): void => {
    try {
      own.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      throw unusableDatabase(file, error);
    }
  };
  expect(refused).toThrow(
    new UserError(`${file} cannot be used: another program has locked it`, {
      suggestion: 'close the program that uses it, such as a database browser or a backup, then run the command again',
    }),
  );
});
