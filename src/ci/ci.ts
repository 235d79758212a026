/** Everything that a job may use. */
import type { Git } from '../git/git.ts';
import type { Ending } from '../project/index.ts';
import type { CodeHost } from './hosts/code-host.ts';
import type { Runner } from './runner/runner.ts';
import type { Work } from './work.ts';

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
