import { defineConfig } from 'vitest/config';
import { ProjectsInTurn } from './test/order.ts';
import { hasPostgres } from './test/postgres/cluster.ts';

/**
 * Files share a process with everything that it has loaded and compiled: in a fresh one, a file that syncs works for two
 * seconds before it is as fast. They share it in groups, because a start of git copies the page tables of the process that
 * asks for it: in one that has run hundreds of files, a test that starts git often takes three times as long, all of it
 * system time.
 */
const SHARED = {
  // Syncs of repositories: they load nearly everything, and start git hundreds of times.
  repositories: [
    'test/sync/{cancelled,first-version,forward,git-crash,git-state,identity,key-host}.test.ts',
    'test/sync/{deleted,doctor-push,line-breaks,log-undo,repeated-kills,reviewed,reviewed-races,secrets,signed}.test.ts',
    'test/sync/{environments,reviewed-once}.test.ts',
    'test/cli/{init,site-record}.test.ts',
    'test/publish/{hosts,killed}.test.ts',
    'test/e2e/listen-pull.test.ts',
    'test/project/workspace/*.test.ts',
  ],
  // They load little, and start git hundreds of times.
  git: ['test/git/**/*.test.ts', 'test/history/**/*.test.ts', 'test/state/**/*.test.ts'],
};

/** Each of these files has a process of its own: it changes its process for good, or keeps a lot of what it has seen. */
const APART = [
  'test/{ci,histories}/**/*.test.ts',
  // They start programs of a second or more, one after the other.
  'test/consistency/consistency.test.ts',
  'test/e2e/{api-guide,canary,ci-guide,line-breaks,readme,release}.test.ts',
  'test/outside/shell-blocks.test.ts',
  'test/postgres/behind-nginx/*.test.ts',
  'test/project/staged.test.ts',
  'test/service/reserved-names.test.ts',
  'test/sync/git-processes.test.ts',
];

/**
 * The service's promises on its second database: these run twice, on SQLite above or below and on PostgreSQL here. The rest
 * of test/contract and test/service is about requests and answers, which no database changes.
 */
const ON_POSTGRES = [
  'test/contract/{authentication,errors,events,gaps-http,gaps-lists,webhook}.test.ts',
  'test/service/{crash,deliveries,deliveries-crash,faults,http-conditions,http-lists,idempotency}.test.ts',
  'test/service/{keys,limits,metrics,quotas,page,page-live,shutdown,unusual-text,variants}.test.ts',
];

const ALONE = [...APART, ...Object.values(SHARED).flat()];

export default defineConfig({
  test: {
    globalSetup: ['test/room.ts', 'test/browser/setup.ts', 'test/postgres/setup.ts'],
    setupFiles: ['test/seed.ts'],
    // Many tests wait for programs and browsers that they started, so one more than there are cores pays.
    maxWorkers: 3,
    sequence: { sequencer: ProjectsInTurn },
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      ...Object.entries(SHARED).map(([name, include]) => ({
        extends: true as const,
        test: { name, include, isolate: false },
      })),
      ...(hasPostgres
        ? [
            {
              extends: true as const,
              test: {
                name: 'postgres',
                include: ON_POSTGRES,
                isolate: false,
                env: { GITCAST_TEST_DATABASE: 'postgres' },
              },
            },
          ]
        : []),
      { extends: true, test: { name: 'together', include: ['test/**/*.test.ts'], exclude: ALONE, isolate: false } },
    ],
    environment: 'node',
    // What is waited for comes at some time, however slow the machine is.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
