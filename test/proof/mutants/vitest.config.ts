import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { instrument } from './instrument.ts';
import type { Assignment } from './assignment.ts';

const ROOT = join(import.meta.dirname, '../../..');
const given = process.env['GITCAST_MUTANTS'];
const assignment = given === undefined ? undefined : (JSON.parse(readFileSync(given, 'utf8')) as Assignment);

/** For mutants: the least that has to be started. With an assignment, many of them in one process, one after the other. */
export default defineConfig({
  root: ROOT,
  plugins: assignment
    ? [
        {
          name: 'mutants',
          enforce: 'pre',
          transform: (source, id) =>
            id === join(ROOT, assignment.file) ? { code: instrument(source, assignment.mutants), map: null } : null,
        },
      ]
    : [],
  test: {
    include: [assignment ? 'test/proof/mutants/one-by-one.ts' : 'test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    fileParallelism: false,
    isolate: false,
    // It does not know of the assignment.
    fsModuleCache: assignment === undefined,
    reporters: ['dot'],
    passWithNoTests: true,
  },
});
