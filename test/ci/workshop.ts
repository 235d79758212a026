/** What the tests of CI share: repositories of real git, and a `gitcast` on the path as after an installation. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { LAUNCHER } from '../e2e/program.ts';

/** A folder that lives as long as the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export function write(folder: string, path: string, text: string, mode = 0o644): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

export const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

/** Nothing of this machine's git, of a host that runs these tests, or of its colours. */
export function environment(path: readonly string[] = []): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:GIT_|GITHUB_|GITCAST_|CI$|CI_|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    PATH: [...path, process.env['PATH']].join(delimiter),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
}

/** A folder with a `gitcast`, to be put on the path. */
export function installed(folder = temporaryFolder()): string {
  write(folder, 'gitcast', `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`, 0o755);
  return folder;
}

export function git(cwd: string, ...words: readonly string[]): string {
  return execFileSync('git', words, { cwd, env: environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without blocking this process, which may be the one that answers. */
export function run(cwd: string, program: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...said }));
  });
}
