/** One request and its outcome, before it is decided what that means. */
import type { AnswerHeaders } from './headers.ts';
import type { NetworkFailure } from './network-failure.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface AnswerHead {
  readonly status: number;
  readonly headers: AnswerHeaders;
}

export type Outcome =
  | (AnswerHead & { readonly type: 'answer'; readonly text: string; readonly bytes?: Uint8Array })
  /** No answer. `head` is set if the answer began and then broke off. */
  | { readonly type: 'failure'; readonly failure: NetworkFailure; readonly head?: AnswerHead };

/** The earlier tries of a request. */
export interface History {
  /** Transient failures: lost connections, time-outs, 5xx. */
  readonly failures: number;
  /** How often the rate limit refused it, and how long it has waited for that. */
  readonly refusals: number;
  readonly waited: number;
  /** True if an earlier try may have been carried out although it seemed to fail. */
  readonly doubtful: boolean;
}

export const NO_HISTORY: History = { failures: 0, refusals: 0, waited: 0, doubtful: false };
