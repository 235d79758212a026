/** Each case is a separate process: the test is that it ends on its own. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { SOUND } from '../cli/in-memory.ts';
import { PROGRAM } from './compiled-program.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { listenInTest } from '../listen.ts';

function repository(files: Readonly<Record<string, string>> = SOUND): string {
  const cwd = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  }
  return cwd;
}

/** A process that hangs is killed, and then has no exit code. */
async function dev(cwd: string, ...words: readonly string[]): Promise<readonly [number | null, string]> {
  const child = spawn(process.execPath, [PROGRAM, 'dev', ...words], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 45_000,
    killSignal: 'SIGKILL',
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stderr = await text(child.stderr);
  return [await exit, stderr];
}

describe('dev exits with a sentence', () => {
  it.each([
    ['a port that is not a number', ['--port', 'abc'], '--port must be 0 to 65535, got abc'],
    ['a port that does not exist', ['--port', '99999'], '--port must be 0 to 65535'],
    ['an invalid time', ['--now', 'soon'], 'soon is not a valid date and time'],
    ['a target that does not exist', ['--target', 'nowhere'], 'nowhere'],
  ])('on %s', async (_, words, sentence) => {
    expect(await dev(repository(), ...words)).toEqual([1, expect.stringContaining(sentence)]);
  });

  it('on a port that is in use', async () => {
    const port = await listenInTest(createServer());
    expect(await dev(repository(), '--port', String(port))).toEqual([
      1,
      expect.stringContaining(`port ${port} is in use`),
    ]);
  });

  it('on a remote target that it may not push to', async () => {
    const remote =
      'targets: { live: { baseUrl: "http://127.0.0.1:9", userId: "64b7c0ffee64b7c0ffee0001", broadcastId: "64b7c0ffee64b7c0ffee0002", key: { $env: KEY } } }\n';
    const files = { ...SOUND, 'gitcast.config.yaml': `${SOUND['gitcast.config.yaml']}${remote}` };
    const [exitCode, stderr] = await dev(repository(files), '--target', 'live', '--port', '0');
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/./)]);
  });

  it('on a service that cannot start', async () => {
    const cwd = repository();
    mkdirSync(join(cwd, '.gitcast/service.db'), { recursive: true });
    expect(await dev(cwd, '--port', '0')).toEqual([1, expect.stringMatching(/./)]);
  });
});
