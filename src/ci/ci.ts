/** Everything that a job may use. */
import { UserError } from '../diagnostics/errors.ts';
import type { Git } from '../git/git.ts';
import type { Ending, Plan } from '../project/index.ts';
import type { CodeHost } from './hosts/code-host.ts';
import type { Runner } from './runner.ts';
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
  /** The same, which a host shows more clearly. */
  readonly warn: (sentence: string) => void;
  /** A message to the chat of the team, if there is one. It never fails a job. */
  readonly notify: (message: string) => Promise<void>;
  /** A value for later steps and jobs on GitHub. */
  readonly output: (name: string, value: string) => void;
}

export type Job = (ci: Ci) => Promise<Ending>;

export const DONE: Ending = {};
export const FAILED: Ending = { failed: true };

export const isGood = ({ failed, left, incomplete }: Ending): boolean => !failed && !left && !incomplete;

/** How a job that is not good ended, as the end of a sentence. */
export function endingWords({ failed, left }: Ending): string {
  if (failed) return 'failed';
  return left ? 'left something to a person' : 'could not read the whole target';
}

/** The first that is not good, so that later steps run and an earlier failure is still the result. */
export const firstBad = (...endings: readonly Ending[]): Ending => endings.find((each) => !isGood(each)) ?? DONE;

export function neededHost({ host, runner }: Pick<Ci, 'host' | 'runner'>): CodeHost {
  if (host) return host;
  throw new UserError('this job needs the API of GitHub or GitLab', {
    suggestion:
      runner.host === 'github'
        ? 'set GH_TOKEN to ${{ github.token }} in the env of this step'
        : 'on GitLab, set the variable GITCAST_TOKEN, protected; elsewhere there is no such job',
  });
}

/** What exactly a digest is for: a merge may have moved a target to another broadcast. */
export const placeOf = ({ target, identity }: Plan): string =>
  identity ? `${target} (${identity.baseUrl}, user ${identity.userId}, broadcast ${identity.broadcastId})` : target;

/** The digests that a person passed to this run, one for each broadcast. */
export function digestsIn({ runner }: Pick<Ci, 'runner'>): readonly string[] | undefined {
  return runner
    .variable('GITCAST_DIGEST')
    ?.split(/[\s,]+/)
    .filter(Boolean);
}

/** Throws unless those who may approve had to release this job. A host without environments decides that by itself. */
export async function requireApprovers(ci: Ci): Promise<void> {
  const { host, variable } = ci.runner;
  if (host === 'none') return;
  // GitHub does not name the environment of a job, so the workflow does. On GitLab, who starts a pipeline can set a variable.
  const name = host === 'gitlab' ? 'CI_ENVIRONMENT_NAME' : 'GITCAST_ENVIRONMENT';
  const environment = variable(name);
  if (environment === undefined) {
    throw new UserError(`${name} is missing, so nobody knows who may approve: nothing was sent`, {
      suggestion: 'give this job an `environment`, and on GitHub its name in GITCAST_ENVIRONMENT',
    });
  }
  await neededHost(ci).requireApprovers(environment);
}
