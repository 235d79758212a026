/** The two tiers of tests. A test needs an outside program, or the packed program, if its name says so. */
import type { InlineConfig } from 'vitest/node';
import { ProjectsInTurn } from './order.ts';
import type { SkippedTests } from './skipped.ts';

export const SYSTEM = 'test/**/*.system.test.ts';

/** What every run of tests begins with. */
export const EVERY_RUN = ['test/room.ts', 'test/own-git.ts'];

export const SETUP_OF_FILES = ['test/start-file.ts', 'test/seed.ts'];

export const shared: InlineConfig = {
  setupFiles: SETUP_OF_FILES,
  // Many tests wait for programs and servers that they started, so one more than there are cores pays.
  maxWorkers: 3,
  sequence: { sequencer: ProjectsInTurn },
  environment: 'node',
  // What is waited for comes at some time, however slow the machine is.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

/** Those of vitest, and the list of skipped tests. */
export const reportersWith = (skipped: SkippedTests): NonNullable<InlineConfig['reporters']> => [
  'default',
  ...(process.env['GITHUB_ACTIONS'] ? ['github-actions'] : []),
  skipped,
];
