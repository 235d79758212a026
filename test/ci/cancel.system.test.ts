import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { machineVariables } from '../git/machine-variables.ts';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { NODE } from '../programs.ts';
import { BRUNCH, Festival, runJob } from './festival.ts';
import { read, write } from './folders.ts';

const EVENTS = 40;

describe('a sync that somebody cancels', () => {
  it('releases its lock and saves what it has done, so that the next one sends the rest', async () => {
    const festival = await Festival.open({ isWeb: false, settings: 'review: off' });
    const synced = () => runJob(festival.checkout('main'), 'sync', festival.keys);
    expect((await synced()).exitCode).toBe(0);
    for (let number = 3; number <= EVENTS; number++) {
      const text = read(festival.author, BRUNCH).replace(/^title: .*/m, `title: Brunch ${number}`);
      write(festival.author, `content/events/brunch-${number}.yaml`, text);
    }
    festival.push('Many brunches');
    const { service } = festival.theatre;
    // Slow enough that the signals arrive while changes are sent.
    service.faults.arm([{ do: 'latency', method: 'POST', ms: 100 }]);
    const env = { ...machineVariables(), ...festival.keys, CI: 'true' };
    const child = spawn(NODE, [PROGRAM, 'ci', 'sync'], { cwd: festival.checkout('main').cwd, env, stdio: 'ignore' });
    const stop = service.log.onRequest(({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/events')) return;
      // As a runner of GitHub does: the process that it started gets the one, then the other.
      child.kill('SIGINT');
      child.kill('SIGTERM');
      stop();
    });
    const [exitCode] = await once(child, 'exit');
    const { length: sent } = await festival.events();
    expect([exitCode === 1 || exitCode === 3, sent < EVENTS]).toEqual([true, true]);
    expect(festival.refs('refs/gitcast/state')).toEqual(['refs/gitcast/state/production']);

    service.faults.arm([]);
    expect(await synced()).toMatchObject({ exitCode: 0, outputs: { changes: String(EVENTS - sent) } });
    expect(await festival.events()).toHaveLength(EVENTS);
  });
});
