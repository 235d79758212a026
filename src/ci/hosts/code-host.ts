/**
 * The host of the repository, as the jobs see it. "Request" means a pull request on GitHub and a merge request on GitLab.
 * Anything that a request's own jobs have made is data that anyone could have written.
 */
export interface CodeHost {
  /** The longest text of a comment, in characters. */
  readonly longestComment: number;

  /** The plans that the last jobs of open requests made: on GitHub that of the run which started this job. */
  readonly plans: () => AsyncIterable<MadePlan>;
  /** Copies the website that the same run built into a folder that does not exist yet; false if there is none. */
  readonly takeSite: (plan: MadePlan, folder: string) => Promise<boolean>;

  readonly request: (number: number) => Promise<ChangeRequest>;
  /** Writes the one comment of gitcast, or replaces its text. */
  readonly comment: (number: number, text: string) => Promise<void>;
  /** Adds a comment that stays. */
  readonly remark: (number: number, text: string) => Promise<void>;

  /** The labels of gitcast that a request has. */
  readonly labels: (number: number) => Promise<readonly GivenLabel[]>;
  /** Makes labels known to the repository, so that people find them. */
  readonly offerLabels: (names: readonly string[]) => Promise<void>;
  readonly removeLabel: (number: number, name: string) => Promise<void>;
  /** Shows at a commit whether a sync of its plan would stop, where the host can require that for a merge. */
  readonly setStatus: (commit: string, status: ReviewStatus) => Promise<void>;

  /** Has the plan of an open request made again; false if the host does not start that job any more. */
  readonly makePlanAgain: (request: ChangeRequest) => Promise<boolean>;
  /** Starts a pipeline that publishes the website, on a host where only its own job can do that. */
  readonly rebuild: () => Promise<void>;
  /** Throws a `UserError` unless a person has to approve every job of this environment. */
  readonly requireApprovers: (environment: string) => Promise<void>;

  /** Opens a request for a branch, or updates its text. One that somebody closed at this very commit stays closed. */
  readonly propose: (proposal: Proposal) => Promise<Proposed>;
  /** Closes the request of a branch that changes nothing any more. */
  readonly withdraw: (branch: string, base: string) => Promise<void>;
  /** Opens an issue with this title, or updates its text. */
  readonly reportIssue: (title: string, text: string) => Promise<void>;
  readonly closeIssue: (title: string) => Promise<void>;
}

/** A plan that the job of a request has made, before anything of it is believed. */
export interface MadePlan {
  readonly number: number;
  /** The commit that was planned, and that the request is at. */
  readonly commit: string;
  /** A fork has no key, so its plan is not that of the target, whatever it claims. */
  readonly isFromFork: boolean;
  /** The page of the job. */
  readonly page: string;
  /** The page with pictures of the website. */
  readonly pictures: string | undefined;
  /** The files that the job left, by name: `outcome`, `plan.json`, `promotion.json` and `site.json`. */
  readonly files: Readonly<Partial<Record<PlanFile, Uint8Array>>>;
}

/** The first line of the one comment of gitcast. The job puts it in front of the text. */
export const MARKER = '<!-- gitcast plan -->';

export const isMarked = (comment: string): boolean => /^[^\r\n]*/.exec(comment)?.[0] === MARKER;

export const PLAN_FILES = ['outcome', 'plan.json', 'promotion.json', 'site.json'] as const;

export type PlanFile = (typeof PLAN_FILES)[number];

/** Larger ones are no plans of a broadcast. */
export const LARGEST_FILE = 20_000_000;

export interface ChangeRequest {
  readonly number: number;
  readonly state: 'open' | 'closed' | 'merged';
  /** The commit that it is at. */
  readonly head: string;
  /** The branch that it is merged into. */
  readonly base: string;
  /** The commit that merged it. */
  readonly mergeCommit: string | undefined;
}

export interface GivenLabel {
  readonly name: string;
  /** The person who added it last, and when; undefined if the host does not know. */
  readonly by: string | undefined;
  readonly at: Date | undefined;
  /** They can push to the repository, so they can approve. */
  readonly byWriter: boolean;
}

/** Only labels of this form allow something. */
export const LABEL = /^gitcast: allow [0-9a-z -]+$/;

export interface ReviewStatus {
  readonly isApproved: boolean;
  readonly about: string;
}

export interface Proposal {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly text: string;
  /** The commit that the branch is at. */
  readonly commit: string;
}

export type Proposed = 'opened' | 'updated' | 'stays-closed';
