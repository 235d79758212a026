/** One request and its outcome, before it is decided what that means. */
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

/** Headers of an answer, with lower-case names. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export function headerOf(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/** The date formats of HTTP. `Date.parse` alone would find a year in "5 apples". */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? \d{1,2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;

export function httpDate(text: string | undefined): number | undefined {
  return text !== undefined && HTTP_DATE.test(text.trim()) ? Date.parse(text) : undefined;
}
