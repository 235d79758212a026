import { defineConfig } from 'vitest/config';
import { SkippedTests } from './test/skipped.ts';
import { EVERY_RUN, reportersWith, shared, SYSTEM } from './test/tiers.ts';

/** These replace the time, the disk and the start of programs for their whole process. */
const ALONE = 'test/histories/**/*.test.ts';

/**
 * Files share a process with everything that it has loaded and compiled: in a fresh one, a file that syncs works for two
 * seconds before it is as fast. They share it in groups, because a start of git copies the page tables of the process that
 * asks for it: in one that has run hundreds of files, a test that starts git often takes three times as long. Those that
 * hardly do anything else load little, so their processes stay small, and builds make them large.
 */
const ONLY_GIT = 'test/{git,state}/**/*.test.ts';
const SYNCING = 'test/{pull,sync}/**/*.test.ts';
const BUILDING = 'test/{cli,history,project,publish}/**/*.test.ts';

/** `npm test`: everything that needs nothing but Node.js and git. */
export default defineConfig({
  test: {
    ...shared,
    globalSetup: [...EVERY_RUN, 'test/fast-tier.ts'],
    reporters: reportersWith(new SkippedTests({ isStrict: false })),
    projects: [
      { extends: true, test: { name: 'histories', include: [ALONE], exclude: [SYSTEM] } },
      { extends: true, test: { name: 'git', include: [ONLY_GIT], exclude: [SYSTEM], isolate: false } },
      { extends: true, test: { name: 'syncs', include: [SYNCING], exclude: [SYSTEM], isolate: false } },
      { extends: true, test: { name: 'builds', include: [BUILDING], exclude: [SYSTEM], isolate: false } },
      {
        extends: true,
        test: {
          name: 'values',
          include: ['test/**/*.test.ts'],
          exclude: [SYSTEM, ALONE, ONLY_GIT, SYNCING, BUILDING],
          isolate: false,
        },
      },
    ],
  },
});
