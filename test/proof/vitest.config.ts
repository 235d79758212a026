import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Fresh values each time, and the same again with the number that is printed at the start. */
process.env['GITCAST_SEED'] ||= String(randomInt(1, 2 ** 30));

/** `npm test` runs these with one fixed seed only, or fewer times (`runs` in test/seed.ts). */
const REPEATED = globSync('test/**/*.test.ts').filter(
  (file) => !file.startsWith('test/browser/') && /from 'fast-check'|runs\(\{/.test(readFileSync(file, 'utf8')),
);

/** What takes too long for every day: `npm run proof`. */
export default defineConfig({
  test: {
    include: ['test/proof/**/*.proof.ts', ...REPEATED],
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
