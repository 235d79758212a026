/** Connections to a target, kept alive and used for one request at a time each. */
import { Pool } from 'undici';
import { answerText } from './answer-text.ts';
import type { AnswerHead, Method, Outcome } from './exchange.ts';
import { networkFailure } from './network-failure.ts';

export interface Timeouts {
  readonly connect: number;
  /** Until the answer begins. */
  readonly headers: number;
  /** From there until it is whole. */
  readonly body: number;
}

export const USUAL_TIMEOUTS: Timeouts = { connect: 10_000, headers: 30_000, body: 60_000 };

const MOST_ANSWER_BYTES = 64 * 1024 * 1024;

export interface Sending {
  readonly method: Method;
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Connection {
  /** One try. It never throws: what went wrong is an outcome too. */
  readonly exchange: (sending: Sending) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

export function connect({
  baseUrl,
  most,
  timeouts,
}: {
  baseUrl: string;
  most: number;
  timeouts: Timeouts;
}): Connection {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    connections: most,
    pipelining: 1,
    allowH2: false,
    connectTimeout: timeouts.connect,
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.body,
    maxResponseSize: MOST_ANSWER_BYTES,
  });

  const exchange = async ({ method, path, headers, body }: Sending): Promise<Outcome> => {
    let head: AnswerHead | undefined;
    try {
      const answer = await pool.request({ method, path: prefix + path, headers, body });
      head = { status: answer.statusCode, headers: answer.headers };
      // undici watches the pause between two pieces only; an answer that trickles would never end.
      const timer = setTimeout(() => answer.body.destroy(new TrickleError()), timeouts.body);
      try {
        const bytes = await answer.body.bytes();
        return { type: 'answer', ...head, text: answerText(bytes, head, MOST_ANSWER_BYTES) };
      } finally {
        clearTimeout(timer);
      }
    } catch (error) {
      return { type: 'failure', failure: networkFailure(error, origin), ...(head && { head }) };
    }
  };

  return { exchange, close: () => pool.close() };
}

/** Has the code of undici's own error for a body that does not come. */
class TrickleError extends Error {
  readonly code = 'UND_ERR_BODY_TIMEOUT';
}
