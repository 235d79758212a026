import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../../src/values/json.ts';
import type { Answer } from './answer.ts';
import type { Client, Sending } from './client.ts';
import { startHook } from '../webhooks/support/hook.ts';

export interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: JsonObject;
}

export interface Receiver {
  readonly url: string;
  /** The received deliveries, oldest first. */
  readonly received: readonly Received[];
  /** Sets the status of future answers, or `never` to stop answering. */
  answerWith: (status: number | 'never') => void;
}

/** An address on this machine that receives deliveries until the end of the test. */
export async function startReceiver(): Promise<Receiver> {
  const hook = await startHook([204]);
  return {
    url: `${hook.url}/hook`,
    get received() {
      return hook.heard.map(({ body, ...heard }) => ({ ...heard, text: body, json: JSON.parse(body) as JsonObject }));
    },
    answerWith: (next) =>
      hook.answerWith(next === 'never' ? 'silence' : next === 302 ? { redirect: '/elsewhere' } : next),
  };
}

/** A webhook on this machine has a URL without TLS, which is not documented and only allowed in tests. */
export const ON_THIS_MACHINE: Sending = { undocumented: true };

export const follow = (
  a: Client,
  { url }: Receiver,
  events: readonly string[],
  more: JsonObject = {},
): Promise<Answer> => a.post('/webhooks', { url, events, ...more }, ON_THIS_MACHINE);
