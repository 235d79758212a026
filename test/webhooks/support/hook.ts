import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { CERTIFICATE } from '../../remote/certificate.ts';
import { listenInTest } from '../../listen.ts';

interface Heard {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The hook's reaction to a request: a status, a redirect, or no answer. */
export type Reaction = number | { readonly redirect: string } | 'silence';

export interface Hook {
  readonly url: string;
  readonly port: number;
  readonly heard: readonly Heard[];
  readonly ids: readonly string[];
  /** Its reaction to each request from now on. */
  readonly answerWith: (reaction: Reaction) => void;
  /** Closes the connections that are still waiting for an answer. */
  readonly hangUp: () => void;
}

/**
 * A server on the loopback interface that uses each reaction in turn, repeats the last one, and records its requests.
 */
export async function startHook(reactions: readonly Reaction[], { tls = false } = {}): Promise<Hook> {
  const heard: Heard[] = [];
  let always: Reaction | undefined;
  const listener: RequestListener = async (request, response) => {
    heard.push({ method: request.method!, headers: request.headers, body: await text(request) });
    const reaction = always ?? reactions[heard.length - 1] ?? reactions.at(-1)!;
    if (reaction === 'silence') return;
    if (typeof reaction === 'number') response.writeHead(reaction).end('ignored');
    else response.writeHead(302, { location: reaction.redirect }).end();
  };
  const server = tls ? createTlsServer(CERTIFICATE, listener) : createServer(listener);
  const port = await listenInTest(server);
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    heard,
    answerWith: (reaction) => void (always = reaction),
    hangUp: () => server.closeAllConnections(),
    get ids() {
      return heard.map(({ headers }) => String(headers['webhook-id']));
    },
  };
}
