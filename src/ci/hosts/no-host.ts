/**
 * A host without an API that jobs could use, or without a token for it. Without one nothing is known to be reviewed or approved,
 * so jobs that need either refuse, and the others leave out what they would have written.
 */
import { UserError } from '../../diagnostics/errors.ts';
import type { CodeHost } from './code-host.ts';

export interface NoHostOptions {
  /** The reason, which starts sentences: `GITCAST_TOKEN is not set`. */
  readonly because: string;
  /** The next step. */
  readonly suggestion: string;
  /** Takes sentences for the log. */
  readonly say?: (sentence: string) => void;
}

export function noHost({ because, suggestion, say = () => undefined }: NoHostOptions): CodeHost {
  const leaveOut = (what: string) => (): Promise<void> => Promise.resolve(say(`${because}, so ${what}.`));
  const refuse = (what: string) => (): Promise<never> =>
    Promise.reject(new UserError(`${because}, so ${what}`, { suggestion }));
  return {
    longestComment: Infinity,
    plans: async function* () {
      await leaveOut('no plan is written into a request')();
      yield* [];
    },
    takeSite: () => Promise.resolve(false),
    request: (number) => Promise.resolve({ number, state: 'unknown', head: '', base: '', mergeCommit: undefined }),
    comment: leaveOut('nothing is written into the request'),
    remark: leaveOut('nothing is written into the request'),
    labels: () => Promise.resolve([]),
    offerLabels: leaveOut('no labels are created'),
    removeLabel: leaveOut('no label is removed'),
    setStatus: leaveOut('no status is set'),
    makePlanAgain: () => Promise.resolve(false),
    rebuild: leaveOut('no pipeline is started'),
    requireApprovers: refuse('it is not known whether anybody approved this plan: nothing was sent'),
    propose: ({ branch }) => refuse(`no request was opened for the branch ${branch}, which is pushed`)(),
    withdraw: (branch) => leaveOut(`the request of ${branch} is not closed`)(),
    reportIssue: (title) => leaveOut(`no issue “${title}” is opened`)(),
    closeIssue: leaveOut('no issue is closed'),
  };
}
