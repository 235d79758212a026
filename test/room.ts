/**
 * A place in memory for what the tests write, where the system has one with room enough: hundreds of databases and
 * repositories are written so that they outlive a power cut, and a disk makes each of those writes wait. It goes with
 * all that is in it when the tests end.
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEnd } from '../scripts/on-end.ts';

const MEMORY = '/dev/shm';
/** A smaller one may be full before the tests are through: a container has 64 MB as a rule. */
const ENOUGH = 2 ** 31;

export function setup(): () => void {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), 'gitcast-tests-'));
  // Always a folder of its own: what other runs and programs leave in the one of the system concerns no test.
  process.env['TMPDIR'] = folder;
  // What is made once for all test files of this run is kept here.
  process.env['GITCAST_TEST_RUN'] = folder;
  // Programs that tests start keep their compiled code for the next start, and not in the cache folder of the user.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled-code');
  // Each thread of a process would get memory of its own from the C library of Linux. A start of git copies the page tables of
  // the process that asks for it, so a worker that has less memory starts it faster.
  process.env['MALLOC_ARENA_MAX'] = '1';
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Memory that a run leaves behind is missing until the machine starts again.
  onEnd(remove);
  return remove;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}
