import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import type { Answer } from './answer.ts';
import type { Client, Sending } from './client.ts';

export interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: JsonObject;
}

export interface Receiver {
  readonly url: string;
  /** What arrived, oldest first. */
  readonly received: readonly Received[];
  /** The status of the answers from now on, or that there are none. */
  answerWith: (status: number | 'never') => void;
}

/** An address of this machine that takes deliveries, until the test that asked for it is over. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status: number | 'never' = 204;
  const server = createServer(async (request, response) => {
    const text = await readText(request);
    received.push({ method: request.method!, headers: request.headers, text, json: JSON.parse(text) as JsonObject });
    if (status !== 'never') response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, answerWith: (next) => void (status = next) };
}

/** A webhook on this machine has a URL without TLS, which only a test may have: the document knows none. */
export const ON_THIS_MACHINE: Sending = { undocumented: true };

export const follow = (
  a: Client,
  { url }: Receiver,
  events: readonly string[],
  more: JsonObject = {},
): Promise<Answer> => a.post('/webhooks', { url, events, ...more }, ON_THIS_MACHINE);
