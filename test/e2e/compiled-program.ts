/**
 * The program as the published package has it, built once for all test files of a run: hundreds of tests start it, and
 * Node.js starts the sources more slowly.
 */
import { execFile } from 'node:child_process';
import { cpSync, globSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { madeOnce, runFolder } from '../made-once.ts';
import { LAUNCHER, ROOT } from './program.ts';

/** What to start for `gitcast`. Outside of a run of all tests it is the checkout's own. */
export const PROGRAM = runFolder() === undefined ? LAUNCHER : await compiled();

async function compiled(): Promise<string> {
  const { launcher } = await madeOnce(`program-${lastChange()}`, async (folder) => {
    const build = join(ROOT, 'scripts/build.ts');
    await promisify(execFile)(process.execPath, [build, '--no-types', '--out', join(folder, 'lib')]);
    for (const part of ['bin', 'docs', 'templates', 'package.json'])
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    return { launcher: join(folder, 'bin/gitcast.mjs') };
  });
  return launcher;
}

/** Vitest can watch: sources that change during its run are compiled again. */
function lastChange(): number {
  const sources = globSync('{bin,src,templates}/**', { cwd: ROOT });
  return Math.max(...sources.map((path) => statSync(join(ROOT, path)).mtimeMs));
}
