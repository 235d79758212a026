/** Conclusions, the same for every host, from what it answers about its requests, comments, labels and issues. */
import { allOf, firstOf, unlessRefused, type ApiRefusal } from './api.ts';
import { isMarked, LABEL, type CodeHost, type GivenLabel, type Proposal } from './code-host.ts';

/** One host's own calls. A text that they write is one that `safe` returned. */
export interface HostCalls {
  /** A text that cannot act on this host, even if a stranger wrote it. */
  readonly safe: (text: string) => string;

  /** Those that gitcast wrote: others may contain the marker too. */
  readonly ownComments: (request: number) => AsyncIterable<{ readonly id: number; readonly text: string }>;
  readonly addComment: (request: number, text: string) => Promise<void>;
  readonly editComment: (request: number, id: number, text: string) => Promise<void>;

  readonly labelNames: (request: number) => Promise<readonly string[]>;
  /** The person who added each label, the last time last. */
  readonly labelings: (request: number) => AsyncIterable<Labeling>;
  readonly createLabel: (name: string, color: string) => Promise<void>;
  /** True for the refusal of a label that exists already. */
  readonly isExistingLabel: (refusal: ApiRefusal) => boolean;

  /** Newest first, without those of a fork, which can have a branch of the same name. */
  readonly ownRequests: (state: 'open' | 'closed', branch: string, base: string) => Promise<readonly OwnRequest[]>;
  readonly openRequest: (proposal: Proposal) => Promise<void>;
  readonly editRequest: (number: number, text: string) => Promise<void>;
  readonly closeRequest: (number: number) => Promise<void>;

  /** The open issues that gitcast wrote; perhaps only those with a similar title. */
  readonly ownIssues: (title: string) => AsyncIterable<{ readonly number: number; readonly title: string }>;
  readonly openIssue: (title: string, text: string) => Promise<void>;
  readonly editIssue: (number: number, text: string) => Promise<void>;
  readonly endIssue: (number: number) => Promise<void>;
}

interface Labeling {
  readonly name: string | undefined;
  readonly at: string;
  /** Undefined if the account is gone. */
  readonly user: { readonly name: string; readonly canPush: () => Promise<boolean> } | undefined;
}

interface OwnRequest {
  readonly number: number;
  /** The commit that it is at. */
  readonly head: string;
  readonly isMerged: boolean;
}

type Requests = Pick<
  CodeHost,
  'comment' | 'remark' | 'labels' | 'offerLabels' | 'propose' | 'withdraw' | 'reportIssue' | 'closeIssue'
>;

const LABEL_COLOR = 'd93f0b';

export function requestsOn(host: HostCalls): Requests {
  const issueNamed = (title: string) => firstOf(host.ownIssues(title), (each) => each.title === title);
  return {
    comment: async (number, given) => {
      const text = host.safe(given);
      const own = await firstOf(host.ownComments(number), (each) => isMarked(each.text));
      if (!own) await host.addComment(number, text);
      else if (own.text !== text) await host.editComment(number, own.id, text);
    },
    remark: (number, text) => host.addComment(number, host.safe(text)),

    labels: async (number) => {
      const names = (await host.labelNames(number)).filter((name) => LABEL.test(name));
      if (names.length === 0) return [];
      const labelings = await allOf(host.labelings(number));
      return Promise.all(
        names.map(async (name): Promise<GivenLabel> => {
          const last = labelings.findLast((each) => each.name === name);
          const at = last && new Date(last.at);
          return { name, by: last?.user?.name, at, byWriter: (await last?.user?.canPush()) ?? false };
        }),
      );
    },
    offerLabels: async (names) => {
      for (const name of names) await unlessRefused(host.createLabel(name, LABEL_COLOR), host.isExistingLabel);
    },

    propose: async (proposal) => {
      const { branch, base, commit } = proposal;
      const text = host.safe(proposal.text);
      const [open] = await host.ownRequests('open', branch, base);
      if (open) {
        await host.editRequest(open.number, text);
        return 'updated';
      }
      // Somebody closed it as it is: that is an answer, until there are new edits.
      const [last] = await host.ownRequests('closed', branch, base);
      if (last?.head === commit && !last.isMerged) return 'stays-closed';
      await host.openRequest({ ...proposal, text });
      return 'opened';
    },
    withdraw: async (branch, base) => {
      const [open] = await host.ownRequests('open', branch, base);
      if (open) await host.closeRequest(open.number);
    },

    reportIssue: async (title, text) => {
      const open = await issueNamed(title);
      if (open) await host.editIssue(open.number, host.safe(text));
      else await host.openIssue(title, host.safe(text));
    },
    closeIssue: async (title) => {
      const open = await issueNamed(title);
      if (open) await host.endIssue(open.number);
    },
  };
}
