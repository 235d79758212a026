/**
 * The tests of `npm test` find no programs but Node.js, git and what is listed for them: a test that starts another one fails
 * on every machine, and not only on those that lack it.
 */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from './made-once.ts';
import { onPath } from '../src/machine/programs.ts';
import { fastPrograms, findProgram, WITH_THE_SHELL } from './programs.ts';

export function setup(): void {
  const folder = join(runFolder()!, 'programs');
  mkdirSync(folder);
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const name of fastPrograms) symlinkSync(findProgram(name)!, join(folder, name));
  for (const name of WITH_THE_SHELL) symlinkSync(onPath([name], process.env)!, join(folder, name));
  process.env['PATH'] = folder;
  process.env['GITCAST_TEST_TIER'] = 'fast';
}
