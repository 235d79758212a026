import { defineConfig } from 'vitest/config';

/** Tests that change nothing of the process they run in, so that files can share one with all it has loaded. */
const TOGETHER = [
  'config',
  'content',
  'contract',
  'diagnostics',
  'generate',
  'kinds',
  'machine',
  'model',
  'plan',
  'preview',
  'pull',
  'remote',
  'render',
  'service',
  'site',
  'webhooks',
].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  test: {
    globalSetup: ['test/room.ts', 'test/browser/setup.ts'],
    setupFiles: ['test/seed.ts'],
    // Many tests wait for programs and browsers that they started, so one more than there are cores pays.
    maxWorkers: 3,
    projects: [
      { extends: true, test: { name: 'together', include: TOGETHER, isolate: false } },
      { extends: true, test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: TOGETHER } },
    ],
    environment: 'node',
    // What is waited for comes at some time, however slow the machine is.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
