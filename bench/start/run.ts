/**
 * How long the program takes to start: `--version`, and `validate` on the demo, in turns with a Node that does nothing.
 * The aims hold for the package as people install it; the checkout, which runs its sources, is measured beside it.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startRegistry } from '../../test/e2e/local-registry.ts';
import { formatFigure, median, middleHalf, timesAsLong, timesInTurns, type Figure } from '../measure.ts';

const ROUNDS = 21;
const ROOT = join(import.meta.dirname, '../..');

async function figures(): Promise<readonly Figure[]> {
  const room = mkdtempSync(join(tmpdir(), 'gitcast-bench-'));
  try {
    const demo = join(room, 'demo');
    for (const name of ['content', 'gitcast.config.yaml']) {
      cpSync(join(ROOT, name), join(demo, name), { recursive: true });
    }
    const [installed, checkout] = [await installInto(join(room, 'installed')), join(ROOT, 'bin/gitcast.mjs')];
    const node = (...words: readonly string[]) => {
      execFileSync(process.execPath, words, { cwd: demo, stdio: 'ignore' });
    };
    const { nothing, ...times } = timesInTurns(ROUNDS, {
      nothing: () => node('--eval', '0'),
      version: () => node(installed, '--version'),
      validate: () => node(installed, 'validate'),
      checkoutVersion: () => node(checkout, '--version'),
      checkoutValidate: () => node(checkout, 'validate'),
    });
    return [
      { name: 'a Node that does nothing', value: median(nothing), unit: ' ms', spread: middleHalf(nothing) },
      { name: '--version, times that', ...timesAsLong(times.version, nothing), aim: { most: 1.5 } },
      { name: 'validate on the demo, times that', ...timesAsLong(times.validate, nothing), aim: { most: 5 } },
      { name: '--version of the checkout, times that', ...timesAsLong(times.checkoutVersion, nothing) },
      { name: 'validate of the checkout, times that', ...timesAsLong(times.checkoutValidate, nothing) },
    ];
  } finally {
    rmSync(room, { recursive: true });
  }
}

/** Packs gitcast and installs the tarball with npm. Returns the launcher. */
async function installInto(folder: string): Promise<string> {
  const npm = promisify(execFile);
  mkdirSync(folder);
  await npm('npm', ['pack', '--pack-destination', folder], { cwd: ROOT });
  const tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz'))!,
  );
  const registry = await startRegistry();
  try {
    const env = { ...process.env, npm_config_registry: registry.url, npm_config_cache: join(folder, 'cache') };
    await npm('npm', ['install', '--no-audit', '--no-fund', tarball], { cwd: folder, env });
  } finally {
    registry.close();
  }
  return join(folder, 'node_modules/gitcast/bin/gitcast.mjs');
}

for (const figure of await figures()) console.log(`  ${formatFigure(figure)}`);
