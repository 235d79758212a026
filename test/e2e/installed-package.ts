/**
 * gitcast as people get it: a dry run of the release in a clean checkout of the current files, and its tarball installed
 * into an empty folder. That takes a while, so it is done once for all test files of a run.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { madeOnce } from '../made-once.ts';
import { startRegistry } from './local-registry.ts';
import { ROOT } from './program.ts';
import { NODE, program, type Program } from '../programs.ts';

export interface InstalledPackage {
  /** A clean repository with the sources, in which the release was tried. */
  readonly checkout: string;
  /** The output of the dry run. */
  readonly printed: string;
  /** The files of the dry run: the tarball, the bill of materials, the notes, the checksums. */
  readonly made: string;
  /** The folder that gitcast is installed in: node_modules/.bin/gitcast, node_modules/gitcast. */
  readonly folder: string;
  /** With these variables npm finds the same packages again, without a network. */
  readonly env: Readonly<Record<string, string>>;
}

/** The timeout for hooks that call `installedPackage`: long enough for a busy machine. */
export const PATIENCE = 600_000;

export const installedPackage = (): Promise<InstalledPackage> => madeOnce('package', make);

async function make(shared: string): Promise<InstalledPackage> {
  const [checkout, made, folder] = ['checkout', 'made', 'installed'].map((name) => join(shared, name)) as [
    string,
    string,
    string,
  ];
  await copySources(checkout);
  const release = ['scripts/release.ts', '--dry-run', '--skip-checks', '--out', made];
  const printed = await run(NODE, release, checkout);
  const tarball = readdirSync(made).find((name) => name.endsWith('.tgz'))!;

  mkdirSync(folder);
  const registry = await startRegistry();
  const env = { npm_config_registry: registry.url, npm_config_cache: join(shared, 'cache') };
  try {
    await run(program('npm'), ['install', '--no-audit', '--no-fund', join(made, tarball)], folder, env);
  } finally {
    registry.close();
  }
  return { checkout, printed, made, folder, env: { ...env, npm_config_offline: 'true' } };
}

/** The files of the work tree as one commit, in any state of this checkout. */
async function copySources(checkout: string): Promise<void> {
  const listed = await run(program('git'), ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], ROOT);
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(ROOT, path), join(checkout, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  await run(program('git'), ['init', '--quiet'], checkout);
  writeFileSync(join(checkout, '.git/info/exclude'), 'node_modules\n');
  await commit(checkout, 'sources');
  // An earlier build may have left it behind.
  mkdirSync(join(checkout, 'lib'));
  writeFileSync(join(checkout, 'lib/stale.js'), '');
}

export async function commit(checkout: string, message: string): Promise<void> {
  await run(program('git'), ['add', '--all'], checkout);
  await run(program('git'), ['commit', '--quiet', '--message', message], checkout);
}

const AUTHOR = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Test'],
    [`GIT_${who}_EMAIL`, 'test@example.org'],
  ]),
);

export async function run(started: Program, words: readonly string[], cwd: string, env: object = {}): Promise<string> {
  const { GITHUB_REPOSITORY: _, ...own } = process.env;
  const options = { cwd, env: { ...own, NO_COLOR: '1', ...AUTHOR, ...env }, maxBuffer: 2 ** 28 };
  return (await promisify(execFile)(started, words, options)).stdout;
}
