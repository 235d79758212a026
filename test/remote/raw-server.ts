import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { listenInTest } from '../listen.ts';

export interface RawServer {
  readonly url: string;
  /** The method and path of every request. */
  readonly seen: readonly string[];
}

/** A server for answers that no good service would give. */
export async function rawServer(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  tls?: { readonly key: string; readonly cert: string },
): Promise<RawServer> {
  const seen: string[] = [];
  const listening: RequestListener = (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    listener(request, response);
  };
  const server = tls ? createTlsServer(tls, listening) : createServer(listening);
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${await listenInTest(server)}`, seen };
}

export const answerJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
