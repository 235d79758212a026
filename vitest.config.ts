import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/order.ts';

/**
 * Each of these files has a process of its own. Some change their process for good. The others start git hundreds of times,
 * and a start copies the page tables of the process that asks for it: one that has loaded and run hundreds of test files is
 * so large that a test takes three times as long in it as in a fresh one, all of it system time.
 */
const APART = [
  'test/{ci,git,histories,sync}/**/*.test.ts',
  'test/state/git/**/*.test.ts',
  'test/e2e/{canary,listen-pull}.test.ts',
  'test/project/staged.test.ts',
  'test/service/reserved-names.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/room.ts', 'test/browser/setup.ts'],
    setupFiles: ['test/seed.ts'],
    // Many tests wait for programs and browsers that they started, so one more than there are cores pays.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      // All other files share a process with everything that it has loaded.
      { extends: true, test: { name: 'together', include: ['test/**/*.test.ts'], exclude: APART, isolate: false } },
    ],
    environment: 'node',
    // What is waited for comes at some time, however slow the machine is.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
