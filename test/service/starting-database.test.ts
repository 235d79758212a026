import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { projectWith } from '../../src/project/project.ts';
import type { ProjectEvent } from '../../src/project/index.ts';
import { gitcast } from '../cli/in-memory.ts';
import { virtualClock } from '../virtual-clock.ts';
import { freePort } from '../listen.ts';

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
