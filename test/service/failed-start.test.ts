import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { UserError } from '../../src/diagnostics/errors.ts';
import { systemClock } from '../../src/machine/clock.ts';
import { listen } from '../../src/service/service-listener.ts';
import { createService } from '../../src/service/service.ts';
import { run } from '../../src/service/store/work.ts';
import { unusableDatabase } from '../../src/service/store/sqlite/sqlite-failures.ts';
import { folderWith, gitcast } from '../cli/in-memory.ts';

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
