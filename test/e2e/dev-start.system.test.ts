/** Each case is a separate process: the test is that it ends on its own. */
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, SOUND } from '../cli/in-memory.ts';
import { listenInTest } from '../listen.ts';
import { NODE } from '../programs.ts';
import { PROGRAM } from './compiled-program.ts';
import { ended, type Ended } from './program.ts';

const dev = (cwd: string, ...words: readonly string[]): Promise<Ended> => ended(NODE, [PROGRAM, 'dev', ...words], cwd);

describe('dev exits with a sentence', () => {
  it.each([
    ['a port that is not a number', ['--port', 'abc'], '--port must be 0 to 65535, got abc'],
    ['a port that does not exist', ['--port', '99999'], '--port must be 0 to 65535'],
    ['an invalid time', ['--now', 'soon'], 'soon is not a valid date and time'],
    ['a target that does not exist', ['--target', 'nowhere'], 'nowhere'],
  ])('on %s', async (_, words, reason) => {
    expect(await dev(folderWith(SOUND), ...words)).toEqual({ exitCode: 1, stderr: expect.stringContaining(reason) });
  });

  it('on a port that is in use', async () => {
    const port = await listenInTest(createServer());
    const stderr = expect.stringContaining(`port ${port} is in use`);
    expect(await dev(folderWith(SOUND), '--port', String(port))).toEqual({ exitCode: 1, stderr });
  });

  it('on a remote target that it may not push to', async () => {
    const remote =
      'targets: { live: { baseUrl: "http://127.0.0.1:9", userId: "64b7c0ffee64b7c0ffee0001", broadcastId: "64b7c0ffee64b7c0ffee0002", key: { $env: KEY } } }\n';
    const files = { ...SOUND, 'gitcast.config.yaml': `${SOUND['gitcast.config.yaml']}${remote}` };
    const said = await dev(folderWith(files), '--target', 'live', '--port', '0');
    expect(said).toEqual({ exitCode: 1, stderr: expect.stringMatching(/./) });
  });

  it('on a service that cannot start', async () => {
    const cwd = folderWith(SOUND);
    mkdirSync(join(cwd, '.gitcast/service.db'), { recursive: true });
    expect(await dev(cwd, '--port', '0')).toEqual({ exitCode: 1, stderr: expect.stringMatching(/./) });
  });
});
