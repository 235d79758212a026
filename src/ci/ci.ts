/** Everything that a job may use. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from '../git/git.ts';
import type { Ending } from '../project/index.ts';
import type { CodeHost } from './hosts/code-host.ts';
import type { Runner } from './runner/runner.ts';
import type { PlanResult, Work } from './work.ts';

export interface Ci {
  /** The top of the repository, or of the workspace. */
  readonly folder: string;
  readonly runner: Runner;
  /** Undefined without a host, or without the token for its API. */
  readonly host: CodeHost | undefined;
  readonly git: Git;
  readonly work: Work;
  readonly now: () => Date;
  /** A sentence for the log. */
  readonly say: (sentence: string) => void;
  /** A message to the chat of the team, if there is one. It never fails a job. */
  readonly notify: (message: string) => Promise<void>;
  /** A value for later jobs: an output of the step on GitHub, a variable `GITCAST_…` on GitLab. Lists are for a matrix. */
  readonly output: (name: string, value: string | readonly object[]) => void;
}

export interface JobEnding extends Ending {
  /** Not a failure: the changes wait until a person approves them. */
  readonly waits?: boolean;
}

export type Job = (ci: Ci) => Promise<JobEnding>;

export const DONE: JobEnding = {};
export const FAILED: JobEnding = { failed: true };

export const isGood = ({ failed, left, incomplete }: Ending): boolean => !failed && !left && !incomplete;

/** How a job that is not good ended, as the end of a sentence. */
export function endingWords({ failed, left }: Ending): string {
  if (failed) return 'failed';
  return left ? 'left something to a person' : 'could not read the whole target';
}

/** The first that is not good, so that later steps run and an earlier failure is still the result. */
export const firstBad = (...endings: readonly JobEnding[]): JobEnding => endings.find((each) => !isGood(each)) ?? DONE;

/** Refused by the guard and for no other reason, which reviewers can lift. */
export function isOnlyUnapproved({ ending, refusals }: PlanResult): boolean {
  const { failed = false, ...others } = ending;
  return (
    failed &&
    isGood({ ...others, incomplete: false }) &&
    refusals !== undefined &&
    refusals.length > 0 &&
    refusals.every(({ allows }) => allows?.allowDeletes !== undefined || allows?.allowEmpty !== undefined)
  );
}

/** A plan that a sync could apply, after an approval if it needs one. What the target did not show is asked for again then. */
export const isApplicable = (result: PlanResult): boolean =>
  isGood({ ...result.ending, incomplete: false }) || isOnlyUnapproved(result);

/** On GitLab the token is optional: without it people see the plans in the files of the jobs. */
export function withoutHost({ runner, say }: Ci): JobEnding {
  if (runner.host === 'gitlab') {
    say('GITCAST_TOKEN is not set, so this job has nothing to do.');
    return DONE;
  }
  throw new UserError('this job needs the API of GitHub or GitLab', {
    suggestion: runner.host === 'github' ? SET_TOKEN : 'start it in a job of one of them',
  });
}

/** For a job that does less without a host. On GitHub every workflow has a token, so one without it is a mistake. */
export function refuseWithoutToken({ host, runner }: Pick<Ci, 'host' | 'runner'>): void {
  if (!host && runner.host === 'github')
    throw new UserError('this job needs the API of GitHub', { suggestion: SET_TOKEN });
}

const SET_TOKEN = 'set GH_TOKEN to ${{ github.token }} in the env of this step';
