import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { expect, it } from 'vitest';
import { folderWith } from '../cli/in-memory.ts';
import { LAUNCHER, ROOT } from '../e2e/program.ts';
import { freePort } from '../listen.ts';
import { NODE } from '../programs.ts';

it('the service of tests prints the same first line as `gitcast service`, with variants and faults too', async () => {
  const cwd = folderWith();
  const flags = ['--port', String(await freePort()), '--database', 'service.db', '--json'];
  const first = async (...words: readonly string[]): Promise<string> => {
    const child = spawn(NODE, [...words, ...flags], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    child.kill();
    await once(child, 'exit');
    return line;
  };
  const line = await first(LAUNCHER, 'service');
  expect(Object.keys(JSON.parse(line) as object)).toEqual(['url', 'userId', 'broadcastId', 'key']);
  const service = join(ROOT, 'test/service.ts');
  expect(await first(service)).toBe(line);
  expect(await first(service, '--variant', 'uuid-ids', '--faults')).toBe(line);
});
