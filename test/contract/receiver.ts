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
  /** The received deliveries, oldest first. */
  readonly received: readonly Received[];
  /** Sets the status of future answers, or `never` to stop answering. */
  answerWith: (status: number | 'never') => void;
}

/** An address on this machine that receives deliveries until the end of the test. */
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

/** A webhook on this machine has a URL without TLS, which is not documented and only allowed in tests. */
export const ON_THIS_MACHINE: Sending = { undocumented: true };

export const follow = (
  a: Client,
  { url }: Receiver,
  events: readonly string[],
  more: JsonObject = {},
): Promise<Answer> => a.post('/webhooks', { url, events, ...more }, ON_THIS_MACHINE);
