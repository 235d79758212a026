import { randomInt } from 'node:crypto';
import { defineConfig } from 'vitest/config';
import { installsPrograms } from '../system-tier.ts';
import { EVERY_RUN } from '../tiers.ts';
import { REPEATED } from './repeated.ts';

/** Fresh values each time, and the same again with the number that is printed at the start. */
process.env['GITCAST_SEED'] ||= String(randomInt(1, 2 ** 30));

/** What takes too long for every day: `npm run proof`. */
export default defineConfig({
  plugins: [installsPrograms],
  test: {
    // A part of the proof names its files (parts.ts).
    include: ['test/proof/**/*.proof.ts', ...(process.env['GITCAST_PROOF'] ? ['test/**/*.test.ts'] : REPEATED)],
    globalSetup: [
      ...EVERY_RUN,
      'test/system-tier.ts',
      'test/browser/setup.ts',
      'test/postgres/setup.ts',
      'test/proof/name-seed.ts',
    ],
    setupFiles: ['test/seed.ts'],
    env: { GITCAST_SEED: process.env['GITCAST_SEED'] },
    environment: 'node',
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 7_200_000,
    // Each of them waits a good part of its time.
    maxWorkers: 4,
  },
});
