import { defineConfig } from 'vitest/config';

/** What takes too long for every day: `npm run proof`. */
export default defineConfig({
  test: {
    include: ['test/proof/**/*.proof.ts'],
    environment: 'node',
    testTimeout: 7_200_000,
    // Each of them waits a good part of its time.
    maxWorkers: 4,
  },
});
