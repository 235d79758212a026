import { defineConfig } from 'vitest/config';
import { EVERY_RUN, SYSTEM } from './tiers.ts';

/**
 * The tests of `npm test` that CI runs on macOS and Windows as well (.github/workflows/ci.yml): the folders whose tests read,
 * check, compare and render as values. In the others, tests start programs, send signals, look at file modes and /proc, switch
 * symbolic links, or remove files that are open. A single file that needs a POSIX system says so by its name.
 */
const FOLDERS = 'config content diagnostics generate kinds markdown model plan release site values webhooks'.split(' ');

const POSIX = 'test/**/*.posix.test.ts';

export default defineConfig({
  test: {
    include: FOLDERS.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: [POSIX, SYSTEM],
    globalSetup: EVERY_RUN,
    setupFiles: ['test/seed.ts'],
    environment: 'node',
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
