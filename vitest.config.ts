import { defineConfig } from 'vitest/config';
import { SlowFirst } from './test/order.ts';

/** Tests that change their process for good. The files of all others share one with everything that it has loaded. */
const APART = ['test/histories/**/*.test.ts', 'test/service/reserved-names.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['test/room.ts', 'test/browser/setup.ts'],
    setupFiles: ['test/seed.ts'],
    // Many tests wait for programs and browsers that they started, so one more than there are cores pays.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      { extends: true, test: { name: 'together', include: ['test/**/*.test.ts'], exclude: APART, isolate: false } },
    ],
    environment: 'node',
    // What is waited for comes at some time, however slow the machine is.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
