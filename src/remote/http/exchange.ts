/** One request and what came of it, before anybody decides what that means. */
import type { AnswerHeaders } from './headers.ts';
import type { NetworkFailure } from './network-failure.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

export type Outcome =
  | (AnswerHead & { readonly type: 'answer'; readonly text: string })
  /** No answer. `head` is there where the answer had begun and broke off. */
  | { readonly type: 'failure'; readonly failure: NetworkFailure; readonly head?: AnswerHead };

/** What became of the earlier tries of a request. */
export interface History {
  /** Failures that may pass: lost connections, time-outs, 5xx. */
  readonly failures: number;
  /** How often it was refused by the rate limit, and how long it has waited for that. */
  readonly refusals: number;
  readonly waited: number;
  /** Whether an earlier try may have been carried out although it seemed to fail. */
  readonly doubtful: boolean;
}

export const NO_HISTORY: History = { failures: 0, refusals: 0, waited: 0, doubtful: false };
