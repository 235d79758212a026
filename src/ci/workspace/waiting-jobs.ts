/** The jobs that wait for the approval of a person, and those of a workspace whose broadcasts have an environment each. */
import { folderPart } from '../runner/runner.ts';
import { unreviewed } from './folder-names.ts';
import { MOST_JOBS, type PartJob } from './parts.ts';

/** A job that waits for the approval of a person. */
export interface WaitingJob extends PartJob {
  /** Of the plan that is approved. */
  readonly digest: string;
  /** The name of the job. */
  readonly job: 'approved' | 'promote';
}

export const waitingFor = ({ part, environment }: PartJob, digest: string): WaitingJob => ({
  part,
  environment: unreviewed(environment),
  digest,
  job: 'approved',
});

interface Found {
  /** The broadcasts that no review covers, each with the digest that approves it alone. */
  readonly open: readonly { readonly folder: string; readonly digest: string }[];
  /** The broadcasts that have something to sync. */
  readonly due: readonly string[];
}

interface SeparateJobs {
  readonly sync: readonly PartJob[];
  readonly waiting: readonly WaitingJob[];
  /** How many broadcasts are left for another run: a host starts only so many jobs. */
  readonly left: number;
}

/** If there are too many, those with nothing to sync get no job: the next run then takes those that are left now. */
export function separateJobs(parts: readonly PartJob[], { open, due }: Found): SeparateJobs {
  const [digests, isDue] = [
    new Map(open.map(({ folder, digest }) => [folderPart(folder), digest])),
    new Set(due.map(folderPart)),
  ];
  const needed = parts.length > MOST_JOBS ? parts.filter(({ part }) => isDue.has(part)) : parts;
  const sync = needed.filter(({ part }) => !digests.has(part)).slice(0, MOST_JOBS);
  const waiting = needed
    .flatMap((job) => (digests.has(job.part) ? [waitingFor(job, digests.get(job.part)!)] : []))
    .slice(0, MOST_JOBS);
  return { sync, waiting, left: needed.length - sync.length - waiting.length };
}
