import { defineConfig } from 'vitest/config';
import { isCi } from './is-ci.ts';
import { SkippedTests } from './skipped.ts';
import { installsPrograms } from './system-tier.ts';
import { EVERY_RUN, reportersWith, shared, SYSTEM } from './tiers.ts';

/** Promises of the service that depend on its database: these files run on SQLite in `npm test`, and on PostgreSQL here. */
const DATABASES = 'test/**/*.databases.test.ts';

/** `npm run test:system`: what needs other programs than Node.js and git, or the compiled or packed gitcast. */
export default defineConfig({
  plugins: [installsPrograms],
  test: {
    ...shared,
    root: '.',
    globalSetup: [...EVERY_RUN, 'test/system-tier.ts', 'test/browser/setup.ts', 'test/postgres/setup.ts'],
    reporters: reportersWith(new SkippedTests({ isStrict: isCi(process.env) })),
    projects: [
      { extends: true, test: { name: 'system', include: [SYSTEM], isolate: false } },
      {
        extends: true,
        test: { name: 'postgres', include: [DATABASES], isolate: false, env: { GITCAST_TEST_DATABASE: 'postgres' } },
      },
    ],
  },
});
