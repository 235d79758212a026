import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { assignment } from './assignment.ts';
import { instrument } from './instrument.ts';

const ROOT = join(import.meta.dirname, '../../..');
const byFile = Map.groupBy(assignment?.mutants ?? [], ({ file }) => join(ROOT, file));

/** For mutants: the least that has to be started, with all of them in the sources and none or one switched on. */
export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform: (source, id) => {
        const mutants = byFile.get(id);
        return mutants ? { code: instrument(source, mutants), map: null } : null;
      },
    },
  ],
  test: {
    include: [...(assignment?.reach ?? ['test/proof/mutants/one-by-one.ts'])],
    globalSetup: ['test/own-git.ts'],
    setupFiles: [
      'test/seed.ts',
      'test/proof/mutants/switches.ts',
      ...(assignment?.reach ? ['test/proof/mutants/note-reached.ts'] : []),
    ],
    // What it keeps between runs has the mutants of another run in it.
    fsModuleCache: false,
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 1,
    fileParallelism: false,
    isolate: false,
    reporters: ['dot'],
  },
});
