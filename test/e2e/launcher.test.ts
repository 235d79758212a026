import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, gitcast, LAUNCHER } from './program.ts';

const older = olderNode();

describe('the launcher', () => {
  it('runs the program on a Node that is recent enough', () => {
    expect(gitcast(['--version'], { cwd: emptyFolder() })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^gitcast \d/),
    });
  });

  // These need a Node before 22.22 on the PATH, as many machines have; there is nothing to see without one.
  describe.runIf(older !== undefined)('started with an older Node', () => {
    it('runs the program on the Node that the packages bring along', () => {
      expect(gitcast(['--version'], { node: older!, cwd: emptyFolder() })).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^gitcast \d/),
        stderr: '',
      });
    });

    it('hands on the exit code and what is said', () => {
      const { exitCode, stderr } = gitcast(['validate'], { node: older!, cwd: emptyFolder() });
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('gitcast init')]);
    });

    it.each(['SIGINT', 'SIGTERM'] as const)('passes %s on, and waits for the program to end well', async (signal) => {
      const cwd = emptyFolder();
      const words = [LAUNCHER, 'serve', '--json', '--port', '0', '--database', join(cwd, 'service.db')];
      const child = spawn(older!, words, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
      const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
      const { url } = JSON.parse(String((await once(child.stdout, 'data'))[0])) as { url: string };
      expect((await fetch(`${url}/v1/events`)).status).toBe(401);
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      await expect(fetch(`${url}/v1/events`)).rejects.toThrow('fetch failed');
    });

    it('says what is wrong when no newer Node is there', () => {
      const folder = emptyFolder();
      const launcher = join(folder, 'bin/gitcast.mjs');
      cpSync(LAUNCHER, launcher);
      const { exitCode, stdout, stderr } = gitcast(['--version'], { node: older!, launcher, cwd: folder });
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^gitcast needs Node 22\.22 or newer, and this is Node \d+\.\d+\.\d+\.\nInstall/);
    });
  });
});

function olderNode(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, 'node')).find((node) => existsSync(node) && isOlder(node));
}

function isOlder(node: string): boolean {
  const [major = 0, minor = 0] = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    .split('.')
    .map(Number);
  return major < 22 || (major === 22 && minor < 22);
}
