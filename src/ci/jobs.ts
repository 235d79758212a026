/** The jobs of CI: what each does, whose code it runs, and which keys it sees. */
import type { Job } from './ci.ts';

interface Declared {
  readonly about: string;
  /** `request`: the code of a pull request, without anything that can write. `merged`: only merged code. */
  readonly runs: 'request' | 'merged';
  /** The keys in its environment. */
  readonly sees: string;
  readonly load: () => Promise<Job>;
}

export const JOBS = {
  'pull-request': {
    about: 'Validates, builds the website, and saves the plan of the merge',
    runs: 'request',
    sees: "the target's key that can only read; none for a fork, whose plan is made offline",
    load: async () => (await import('./jobs/pull-request.ts')).pullRequest,
  },
  select: {
    about: 'In a workspace: lists the parts that need a runner',
    runs: 'request',
    sees: 'nothing',
    load: async () => (await import('./jobs/pull-request.ts')).select,
  },
  collect: {
    about: 'In a workspace: makes the plans of all parts one',
    runs: 'request',
    sees: 'nothing',
    load: async () => (await import('./jobs/pull-request.ts')).collect,
  },
  comment: {
    about: 'Writes saved plans into their pull requests, and records what reviewers see',
    runs: 'merged',
    sees: "the host's token",
    load: async () => (await import('./jobs/review.ts')).comment,
  },
  allow: {
    about: 'Records what a label allows, for the plan that it was given for',
    runs: 'merged',
    sees: "the host's token",
    load: async () => (await import('./jobs/review.ts')).allow,
  },
  renew: {
    about: 'Has the plans of open pull requests made again',
    runs: 'merged',
    sees: "the host's token",
    load: async () => (await import('./jobs/review.ts')).renew,
  },
  build: {
    about: 'Builds the website, or those of a workspace that changed',
    runs: 'merged',
    sees: 'nothing',
    load: async () => (await import('./jobs/website.ts')).build,
  },
  publish: {
    about: 'Publishes what `build` has built, and records it',
    runs: 'merged',
    sees: "the keys of the website's host",
    load: async () => (await import('./jobs/website.ts')).publish,
  },
  forward: {
    about: 'Stops if a newer website is published already, before a host publishes this one itself',
    runs: 'merged',
    sees: 'nothing',
    load: async () => (await import('./jobs/website.ts')).forward,
  },
  record: {
    about: 'Records what is published, for a host that publishes the website itself',
    runs: 'merged',
    sees: 'nothing',
    load: async () => (await import('./jobs/website.ts')).record,
  },
  deploy: {
    about: 'build, then publish, in one job',
    runs: 'merged',
    sees: "the keys of the website's host",
    load: async () => (await import('./jobs/website.ts')).deploy,
  },
  rebuild: {
    about: 'Has the website published again if it changed by itself',
    runs: 'merged',
    sees: "the host's token",
    load: async () => (await import('./jobs/website.ts')).rebuild,
  },
  preview: {
    about: 'Shows the website of a pull request at an address of its own',
    runs: 'merged',
    sees: "the host's token, and the keys of the website's host",
    load: async () => (await import('./jobs/website.ts')).preview,
  },
  check: {
    about: 'Plans a merge, and decides whether its changes are those that were reviewed',
    runs: 'merged',
    sees: "the host's token, and the target's key that can only read",
    load: async () => (await import('./jobs/check.ts')).check,
  },
  sync: {
    about: 'Makes the target equal to the files, as reviewed',
    runs: 'merged',
    sees: "the target's key that can write",
    load: async () => (await import('./jobs/sync.ts')).sync,
  },
  approved: {
    about: 'The same for the plan with the digest in GITCAST_DIGEST, which a person approved',
    runs: 'merged',
    sees: "the host's token, and the target's key that can write",
    load: async () => (await import('./jobs/sync.ts')).approved,
  },
  deployed: {
    about: 'In a workspace: notes that everything up to this commit is synced',
    runs: 'merged',
    sees: 'nothing',
    load: async () => (await import('./jobs/sync.ts')).deployed,
  },
  merge: {
    about: 'build, publish (unless the host publishes the website itself), then sync, in one job',
    runs: 'merged',
    sees: "the keys of the website's host and the target",
    load: async () => (await import('./jobs/sync.ts')).merge,
  },
  'promote-plan': {
    about: 'Plans what a promotion to the next target would change',
    runs: 'merged',
    sees: 'keys of both targets that can only read',
    load: async () => (await import('./jobs/sync.ts')).promotePlan,
  },
  promote: {
    about: 'Applies the plan of a promotion with the digest in GITCAST_DIGEST, which a person approved',
    runs: 'merged',
    sees: "the host's token, and the next target's key that can write",
    load: async () => (await import('./jobs/sync.ts')).promote,
  },
  nightly: {
    about: 'Pulls edits from the target into a branch, and proposes them as a pull request',
    runs: 'merged',
    sees: "the host's token, and the target's key that can only read",
    load: async () => (await import('./jobs/nightly.ts')).nightly,
  },
} as const satisfies Readonly<Record<string, Declared>>;

export type JobName = keyof typeof JOBS;

/** Templates are code, so these jobs use what can write only after they have built the website. */
export const BUILDING: ReadonlySet<JobName> = new Set(['build', 'rebuild', 'deploy', 'merge']);

export const JOB_NAMES = Object.keys(JOBS) as readonly JobName[];
