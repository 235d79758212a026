/** Runs the same tests once for each mutant of an assignment, in one process; after the first that fails no more of them. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import type { Assignment } from './assignment.ts';

const { mutants, tests, report } = JSON.parse(readFileSync(process.env['GITCAST_MUTANTS']!, 'utf8')) as Assignment;
const root = join(import.meta.dirname, '../../..');
const switches = globalThis as { gitcastMutant?: number };

describe.each(mutants.map(({ id }) => id))('mutant %i', async (id) => {
  let isKilled = false;
  const say = (what: string): void => appendFileSync(report, `${what} ${id}\n`);
  beforeAll(() => {
    say('start');
    switches.gitcastMutant = id;
  });
  beforeEach(({ skip }) => {
    if (isKilled) skip();
  });
  afterEach(({ task }) => {
    if (isKilled || task.result?.state !== 'fail') return;
    isKilled = true;
    say('killed');
  });
  afterAll(() => {
    delete switches.gitcastMutant;
    say('end');
  });
  // A name of its own each time: a module is loaded, and its tests declared, only once.
  for (const test of tests) await import(`${join(root, test)}?mutant=${id}`);
});
