/** The parts of a workspace that need a runner, for the matrix of the host, and those that wait for a person. */
import { UserError } from '../../diagnostics/errors.ts';
import type { Selection } from '../../project/index.ts';
import { partsWith } from '../../project/workspace/selection.ts';
import type { Ci } from '../ci.ts';
import { folderPart } from '../runner/runner.ts';
import { environmentNames, unreviewed } from './folder-names.ts';

/** One job of the matrix. */
export interface PartJob {
  /** The value of `GITCAST_SHARD`; empty for everything. */
  readonly part: string;
  /** The environment of the host that has the keys. */
  readonly environment: string;
}

const USUAL_PARTS = 4;

/** A host starts no more jobs of one matrix. */
export const MOST_JOBS = 256;

/**
 * Shares of the workspace that have one environment together or, with `GITCAST_ENVIRONMENTS = each`, one job and one
 * environment for each broadcast: then it has its own approvers, and its job sees its own keys only.
 */
export async function partsOf(ci: Ci, selection: Selection, target: string | undefined): Promise<readonly PartJob[]> {
  if (!isOneEnvironmentEach(ci)) return sharesOf(ci, selection, target);
  const { broadcasts } = await ci.work.select(selection);
  const names = environmentNames((await ci.work.select({})).broadcasts);
  return broadcasts.map((folder) => ({
    part: folderPart(folder),
    environment: `${environmentFor(target)}-${names.get(folder)}`,
  }));
}

/** As many as there are runners. */
export async function sharesOf(ci: Ci, selection: Selection, target: string | undefined): Promise<readonly PartJob[]> {
  const environment = environmentFor(target);
  if (!ci.work.isWorkspace) return [{ part: '', environment }];
  const count = countIn(ci);
  const { broadcasts: selected } = await ci.work.select(selection);
  const { broadcasts: all } = await ci.work.select({});
  return partsWith(all, { selected, count }).map((index) => ({ part: `${index}/${count}`, environment }));
}

/** Each broadcast of the workspace has its own environment. */
export const isOneEnvironmentEach = ({ runner, work }: Ci): boolean =>
  work.isWorkspace && runner.variable('GITCAST_ENVIRONMENTS') === 'each';

export const environmentFor = (target: string | undefined): string => target ?? 'production';

function countIn({ runner }: Ci): number {
  const text = runner.variable('GITCAST_PARTS') ?? String(USUAL_PARTS);
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MOST_JOBS) return count;
  throw new UserError(`GITCAST_PARTS is ${text}, which is not a number of runners`, {
    suggestion: `set it to a number from 1 to ${MOST_JOBS}, or remove it to share the work among ${USUAL_PARTS}`,
  });
}

/** A job that waits for the approval of a person. */
export interface WaitingJob extends PartJob {
  /** The digest of the plan that is approved. */
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

interface Uncovered {
  /** The broadcasts that no review covers, each with the digest that approves it alone. */
  readonly open: readonly { readonly folder: string; readonly digest: string }[];
  /** The broadcasts that have something to sync. */
  readonly due: readonly string[];
}

/** The jobs that follow a check: those that sync what was reviewed, and those that wait for a person. */
export interface FollowingJobs {
  readonly sync: readonly PartJob[];
  readonly waiting: readonly WaitingJob[];
  /** How many broadcasts are left for another run: a host starts only so many jobs. */
  readonly left: number;
}

/** If there are too many, those with nothing to sync get no job: the next run then takes those that are left now. */
export function separateJobs(parts: readonly PartJob[], { open, due }: Uncovered): FollowingJobs {
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
