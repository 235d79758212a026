/** Shared by the CI tests: real git repositories, and a `gitcast` on the PATH as after an installation. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';
import { PROGRAM } from '../e2e/compiled-program.ts';
import { program, type Program } from '../programs.ts';

type Cleanup = () => unknown;
let ofAllTests: Cleanup[] | undefined;

/** After the test, or after all tests of the file for what `madeForAll` makes. */
export function afterwards(clean: Cleanup): void {
  if (ofAllTests) ofAllTests.push(clean);
  else onTestFinished(async () => void (await clean()));
}

/** Makes something for all tests of a file: a project takes seconds, and most tests only add a branch to it. */
export function madeForAll<T>(make: () => Promise<T>): () => T {
  let made: T;
  beforeAll(async () => {
    const cleaning: Cleanup[] = (ofAllTests = []);
    made = await make().finally(() => (ofAllTests = undefined));
    return async () => {
      for (const clean of cleaning.toReversed()) await clean();
    };
  }, 300_000);
  return () => made;
}

/** A folder that is removed afterwards. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-ci-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
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

/** Without the settings of this machine's git, of a CI host that runs these tests, and of colours. */
export function environment(path: readonly string[] = []): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:GIT_|GITHUB_|GITCAST_|CI$|CI_|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    PATH: [...path, process.env['PATH']].join(delimiter),
    // Installed packages are in the repository.
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
}

/** The text of a program that is this checkout's gitcast. */
export const GITCAST = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;

/** A folder with a `gitcast`, for the PATH. */
export function installed(folder = temporaryFolder(), gitcast = GITCAST): string {
  write(folder, 'gitcast', gitcast, 0o755);
  return folder;
}

/**
 * A tarball as `npm pack` makes one, to be installed without a network: a package without dependencies, whose program is
 * that of this checkout, or another one.
 */
export function packed(folder = temporaryFolder(), gitcast = GITCAST): string {
  const manifest = { name: 'gitcast', version: '0.0.1', type: 'module', bin: { gitcast: 'bin/gitcast.mjs' } };
  write(folder, 'package/package.json', JSON.stringify(manifest));
  write(folder, 'package/bin/gitcast.mjs', gitcast, 0o755);
  const file = join(folder, 'gitcast-0.0.1.tgz');
  execFileSync(program('tar'), ['-czf', file, '-C', folder, 'package']);
  return file;
}

/** The files of `gitcast init --package`, without the seconds that npm takes. */
export function lock(folder: string, tarball: string): void {
  const [path, spec] = ['ci/gitcast-0.0.1.tgz', 'file:ci/gitcast-0.0.1.tgz'];
  const manifest = { private: true, devDependencies: { gitcast: spec } };
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const entry = { version: '0.0.1', resolved: spec, integrity, dev: true, bin: { gitcast: 'bin/gitcast.mjs' } };
  const { private: _, ...root } = manifest;
  const packages = { '': root, 'node_modules/gitcast': entry };
  write(folder, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write(folder, 'package-lock.json', JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  mkdirSync(join(folder, 'ci'), { recursive: true });
  copyFileSync(tarball, join(folder, path));
}

/** An `npm ci` for the PATH that unpacks such a tarball at once. The real one is tested in templates.test.ts. */
export function quickNpm(folder = temporaryFolder()): string {
  const script = `#!/bin/sh
[ "$1" = ci ] || exit 1
rm -rf node_modules && mkdir -p node_modules/gitcast node_modules/.bin
tar -xzf ci/gitcast-0.0.1.tgz --strip-components=1 -C node_modules/gitcast
ln -s ../gitcast/bin/gitcast.mjs node_modules/.bin/gitcast
`;
  write(folder, 'npm', script, 0o755);
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

/** Does not block this process, which may have to answer. */
export function run(cwd: string, started: Program, words: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(started, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...said }));
  });
}
