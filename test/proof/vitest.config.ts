import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Fresh values each time, and the same again with the number that is printed at the start. */
process.env['GITCAST_SEED'] ||= String(randomInt(1, 2 ** 30));

/** `npm test` holds these properties with one fixed seed only. */
const PROPERTIES = globSync('test/**/*.test.ts').filter(
  (file) => !file.startsWith('test/browser/') && readFileSync(file, 'utf8').includes("from 'fast-check'"),
);

/** What takes too long for every day: `npm run proof`. */
export default defineConfig({
  test: {
    include: ['test/proof/**/*.proof.ts', ...PROPERTIES],
    globalSetup: ['test/proof/name-seed.ts'],
    setupFiles: ['test/seed.ts'],
    env: { GITCAST_SEED: process.env['GITCAST_SEED'] },
    environment: 'node',
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 7_200_000,
    // Each of them waits a good part of its time.
    maxWorkers: 4,
  },
});
