/**
 * The host of the repository, as the jobs see it. "Request" means a pull request on GitHub and a merge request on GitLab.
 * Anything that a request's own job has made is data that anyone could have written.
 */
export interface CodeHost {
  /** The longest text of a comment, in characters. */
  readonly longestComment: number;
  /** The requests that a commit is part of. */
  readonly requestsOf: (commit: string) => Promise<readonly ChangeRequest[]>;
  /** The comment of gitcast, which counts only if this token wrote it. */
  readonly ownComment: (request: number) => Promise<OwnComment | undefined>;
  readonly writeComment: (request: number, text: string, present: OwnComment | undefined) => Promise<void>;
  /** The requests of a branch into another, newest first. */
  readonly requestsFrom: (branch: string, base: string) => Promise<readonly ChangeRequest[]>;
  /** Opens a request, or replaces the text of one. */
  readonly writeRequest: (proposal: Proposal, present: number | undefined) => Promise<void>;
  /** Throws a `UserError` unless a person has to approve every job of this environment. */
  readonly requireApprovers: (environment: string) => Promise<void>;
  /** On GitLab, where nothing starts a job of the default branch when that of a request has ended. */
  readonly requestPlans?: () => AsyncIterable<RequestPlan>;
}

export interface OwnComment {
  readonly id: number;
  readonly text: string;
  /** The time at which it was written, or edited last. */
  readonly writtenAt: string;
}

export interface ChangeRequest {
  readonly number: number;
  readonly isOpen: boolean;
  /** Undefined unless it is merged. */
  readonly mergedAt: string | undefined;
  /** The commit that it is at. */
  readonly head: string;
  /** The branch that it is merged into. */
  readonly base: string;
  /** The commits of which one is on that branch since it was merged. */
  readonly merged: readonly string[];
}

/** What the job of an open request left. */
export interface RequestPlan {
  readonly request: ChangeRequest;
  readonly text: string;
  /** The page with the files of the job. */
  readonly page: string;
}

/** The first line of the one comment of gitcast. */
export const MARKER = '<!-- gitcast plan -->';

export const isMarked = (comment: string): boolean => /^[^\r\n]*/.exec(comment)?.[0] === MARKER;

export interface Proposal {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly text: string;
}

/** A text that cannot act on a host, even if a stranger wrote it: invisible joiners prevent mentions and quick actions. */
export const harmless = (text: string): string =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')
    .replaceAll(/@(?!\u2060)/g, '@\u2060')
    .replaceAll(/^(\s*)\//gm, '$1\u2060/');
