/** The jobs of CI: what each does, whose code it runs, and which keys it sees. */
import type { Job } from './ci.ts';

interface Declared {
  readonly about: string;
  /** `any`: the code of a pull request too, without anything that can write. `merged`: only merged code. */
  readonly runs: 'any' | 'merged';
  /** The keys in its environment. */
  readonly sees: string;
  readonly load: () => Promise<Job>;
}

export const JOBS = {
  check: {
    about: 'Validates, builds the website and, for a pull request, plans its merge',
    runs: 'any',
    sees: "the target's key that can only read; none for a fork, whose plan is made offline",
    load: async () => (await import('./jobs/check.ts')).check,
  },
  comment: {
    about: 'Writes the plan of a pull request into it, with the digest of each row',
    runs: 'merged',
    sees: "the host's token",
    load: async () => (await import('./jobs/comment.ts')).comment,
  },
  publish: {
    about: 'Publishes the website that `check` has built',
    runs: 'merged',
    sees: "the host's token, and the keys of the website's host",
    load: async () => (await import('./jobs/publish.ts')).publish,
  },
  sync: {
    about: 'Makes the target equal to the files, as reviewers or a person approved',
    runs: 'merged',
    sees: "the host's token, the target's key that can write, and the secrets that documents use",
    load: async () => (await import('./jobs/sync.ts')).sync,
  },
  nightly: {
    about: 'Proposes edits from the target, and what changed in imports, as pull requests',
    runs: 'merged',
    sees: "the host's token, the target's key that can only read, and the keys of imports",
    load: async () => (await import('./jobs/nightly.ts')).nightly,
  },
  promote: {
    about: 'Plans a promotion to the next target, or applies the plan with the digest in GITCAST_DIGEST',
    runs: 'merged',
    sees: "the host's token, and keys of both targets; with a digest also the secrets that documents use",
    load: async () => (await import('./jobs/promote.ts')).promote,
  },
} as const satisfies Readonly<Record<string, Declared>>;

export const JOB_NAMES = Object.keys(JOBS) as readonly (keyof typeof JOBS)[];
