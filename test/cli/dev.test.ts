import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/cli/context.ts';
import { run } from '../../src/cli/main.ts';
import { folderWith, SOUND } from './in-memory.ts';

const REMOTE =
  'targets:\n  live: { baseUrl: "https://service.example", userId: "64b7c0ffee64b7c0ffee0001", broadcastId: "64b7c0ffee64b7c0ffee0002", key: { $env: KEY } }\n';

describe('dev', () => {
  it('shows an edit that is made while it starts, after the files were read', async () => {
    const cwd = folderWith({ ...SOUND, 'gitcast.config.yaml': `${SOUND['gitcast.config.yaml']}${REMOTE}` });
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    let shown = (_: string): void => {};
    const url = new Promise<string>((resolve) => (shown = resolve));
    const context: Context = {
      cwd,
      env: { KEY: 'k' },
      stdout: { write: (text) => shown((JSON.parse(text) as { url: string }).url) },
      stderr: { write: () => {} },
      now: () => new Date('2027-01-01T00:00:00Z'),
      untilStopped: () => stopped,
      readInput: async () => new Uint8Array(),
      // It asks before it pushes, once the content is read.
      ask: async () => {
        writeFileSync(join(cwd, 'content/places/main-stage.yaml'), 'name: River stage\n');
        return 'n';
      },
    };
    const ended = run(['dev', '--json', '--port', '0', '--target', 'live'], context);
    const page = new URL('places/main-stage/', await url);
    await expect
      .poll(async () => (await fetch(page)).text(), { timeout: 20_000, interval: 50 })
      .toContain('River stage');
    stop();
    expect(await ended).toBe(0);
  });
});
