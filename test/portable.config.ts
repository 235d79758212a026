import { defineConfig } from 'vitest/config';
import { EVERY_RUN } from './tiers.ts';

/**
 * The tests that CI runs on macOS and Windows as well (.github/workflows/ci.yml): what reads, checks, compares and renders
 * as values. All others run on Linux only:
 *
 * - browser/ needs a Chromium in one of the places where Linux has it.
 * - bench/, ci/, cli/, e2e/, histories/, proof/ and sync/ start programs by a shell, and stop them by signals.
 * - git/, pull/ and state/ hold git and processes against each other, with file modes and process groups.
 * - contract/, preview/, remote/, render/ and service/ remove databases and folders while they are open, and look at file
 *   modes.
 * - machine/ reads /proc.
 * - publish/ switches symbolic links, and starts git, sshd and rsync.
 */
const FOLDERS = [
  'config',
  'content',
  'diagnostics',
  'generate',
  'kinds',
  'markdown',
  'model',
  'plan',
  'release',
  'site',
  'values',
  'webhooks',
];

const ON_POSIX_ONLY = [
  // Symbolic links and folders that cannot be read.
  'test/content/read-content.test.ts',
  // Starts Redocly by the name that it has on POSIX.
  'test/generate/openapi-lint.test.ts',
];

export default defineConfig({
  test: {
    include: FOLDERS.map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: ON_POSIX_ONLY,
    globalSetup: EVERY_RUN,
    setupFiles: ['test/seed.ts'],
    environment: 'node',
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
