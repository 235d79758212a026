import { defineConfig } from 'vitest/config';
import { shared, SYSTEM } from './test/tiers.ts';

/**
 * `npm test`: everything that needs nothing but Node.js and git.
 *
 * Files share a process with everything that it has loaded and compiled: in a fresh one, a file that syncs works for two
 * seconds before it is as fast. They share it in two groups, because a start of git copies the page tables of the process that
 * asks for it: in one that has run hundreds of files, a test that starts git often takes three times as long.
 */
const STARTING_GIT = 'test/{cli,git,histories,history,project,publish,pull,state,sync}/**/*.test.ts';

export default defineConfig({
  test: {
    ...shared,
    globalSetup: ['test/room.ts', 'test/fast-tier.ts'],
    projects: [
      { extends: true, test: { name: 'repositories', include: [STARTING_GIT], exclude: [SYSTEM], isolate: false } },
      {
        extends: true,
        test: { name: 'values', include: ['test/**/*.test.ts'], exclude: [SYSTEM, STARTING_GIT], isolate: false },
      },
    ],
  },
});
