/** The gitcast that is measured: packed and installed, as people use it. The checkout runs its sources and starts slower. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRegistry } from '../../test/e2e/local-registry.ts';
import { makeRoom } from './leftovers.ts';
import { program } from '../../test/programs.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const CHECKOUT = join(ROOT, 'bin/gitcast.mjs');

let launcher = CHECKOUT;
export const gitcast = (...words: readonly string[]): readonly string[] => ['node', launcher, ...words];

/** Packs gitcast and installs the tarball with npm, from a registry on this machine. */
export async function installGitcast(): Promise<void> {
  console.log('packing and installing gitcast');
  const folder = join(makeRoom(), 'installed');
  const npm = promisify(execFile);
  mkdirSync(folder);
  // Without one, npm installs into the next folder above that has one.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await npm(program('npm'), ['pack', '--pack-destination', folder], { cwd: ROOT });
  const tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
  const registry = await startRegistry();
  try {
    const env = { ...process.env, npm_config_registry: registry.url, npm_config_cache: join(folder, 'cache') };
    await npm(program('npm'), ['install', '--no-audit', '--no-fund', tarball], { cwd: folder, env });
  } finally {
    registry.close();
  }
  launcher = join(folder, 'node_modules/gitcast/bin/gitcast.mjs');
}
