import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { gitRepository } from '../git/repository.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The same commit with LF and with CRLF, as two colleagues have it on their disks. */
export function twoCheckouts(fill: (folder: string) => void): readonly [unix: string, windows: string] {
  const repository = gitRepository();
  fill(repository.folder);
  repository.commit({});
  const clone = (autocrlf: boolean): string => {
    const folder = temporaryFolder();
    const words = ['clone', '-q', '-c', `core.autocrlf=${autocrlf}`, repository.folder, folder];
    execFileSync('git', words, { stdio: 'pipe' });
    return folder;
  };
  const [unix, windows] = [clone(false), clone(true)];
  expect(readFileSync(join(windows, 'content/broadcast.yaml'), 'utf8')).toContain('\r\n');
  return [unix, windows];
}

export async function build(cwd: string): Promise<void> {
  const { exitCode, stderr } = await gitcast('build --now 2027-06-01T12:00:00Z', { cwd });
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
}

export function expectSameSite(unix: string, windows: string): void {
  const files = globSync('**/*', { cwd: join(unix, 'dist') });
  expect(files).toContain('index.html');
  expect(globSync('**/*', { cwd: join(windows, 'dist') }).sort()).toEqual(files.sort());
  const [there, here] = [unix, windows].map((folder) => (file: string) => {
    const path = join(folder, 'dist', file);
    return statSync(path).isFile() ? readFileSync(path) : Buffer.of();
  });
  expect(files.filter((file) => !there!(file).equals(here!(file)))).toEqual([]);
}
