/** A server of standard requests and responses. Only this machine can reach it, unless it is given another address. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { limitUnreadBodies } from '../../machine/unread-bodies.ts';
import { unusableHost, unusablePort } from '../../machine/listen-on.ts';
import { isWildcard } from '../../machine/network-addresses.ts';
import { ifPossible } from '../../values/if-possible.ts';

/** `sender`: the address that a request came from. */
export type Answer = (request: Request, sender: string) => Response | Promise<Response>;

export interface PortWish {
  readonly port: number;
  /** The user chose this port, so no other may be used. 0 means any free one. */
  readonly isNamed: boolean;
  /** An address of this machine, or a wildcard, to listen on besides 127.0.0.1. */
  readonly address?: string | undefined;
}

interface Listening {
  readonly port: number;
  /** Closes idle connections at once, and all others soon. */
  readonly close: () => Promise<void>;
}

const HOST = '127.0.0.1';
/** How long requests in progress may take when the server closes, in milliseconds. */
const PATIENCE = 300;
/** How many ports after the preferred one are tried. */
const TRIES = 20;

/** `answer` is created once the port is known, because the allowed hosts depend on it. */
export async function listen(wish: PortWish, answer: (port: number) => Answer): Promise<Listening> {
  let respond: Answer = () => new Response(undefined, { status: 503 });
  const { address = HOST } = wish;
  const servers = (address === HOST || isWildcard(address) ? [address] : [HOST, address]).map((host) => {
    const server = createServer(
      (incoming, outgoing) => void serve(incoming, outgoing, (...asked) => respond(...asked)),
    );
    limitUnreadBodies(server);
    return { server, host };
  });
  const port = await bind(servers, wish);
  respond = answer(port);
  return { port, close: async () => void (await Promise.all(servers.map(({ server }) => close(server)))) };
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), PATIENCE);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });

async function serve(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): Promise<void> {
  const request = requestOf(incoming);
  const sender = incoming.socket.remoteAddress ?? '';
  const response = request
    ? await answerOr500(() => answer(request, sender))
    : plain('this request cannot be understood', 400);
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  const { body } = response;
  if (body && request?.method !== 'HEAD') {
    // A browser that leaves before the end is no failure. As a stream of Node.js, the body is told of it at once.
    await pipeline(Readable.fromWeb(body as NodeStream), outgoing).catch(() => {});
    return;
  }
  outgoing.end();
  await body?.cancel();
}

/** A path, or the whole address as proxies send it, whose host goes before the header. */
const TARGET = /^(?:http:\/\/([^/?#\\@]+)(?=\/))?(\/[^\\]*)$/;

/** Undefined for a target without a path, two hosts, or a method that standard requests do not have. */
function requestOf(incoming: IncomingMessage): Request | undefined {
  const { method = 'GET', url = '', headersDistinct } = incoming;
  const [, host, path] = TARGET.exec(url) ?? [];
  if (path === undefined || (headersDistinct['host']?.length ?? 0) > 1) return undefined;
  const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  if (host !== undefined) headers.set('host', host);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // Not the `Host` header, which can be anything: who needs it reads it.
  return ifPossible(
    () =>
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers,
        ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
      }),
  );
}

async function answerOr500(answer: () => ReturnType<Answer>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    return plain(error instanceof Error ? error.message : String(error), 500);
  }
}

/** Nothing is cached, framed or loaded by others, or reachable from a window that another site opened. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** A sentence instead of what was asked for. */
export const plain = (sentence: string, status: number): Response =>
  new Response(`${sentence}\n`, { status, headers: { ...PRIVATE, 'content-type': 'text/plain; charset=utf-8' } });

interface Bound {
  readonly server: Server;
  readonly host: string;
}

async function bind(servers: readonly Bound[], { port, isNamed }: PortWish): Promise<number> {
  for (let candidate = port; ; candidate++) {
    const bound: Server[] = [];
    const portOf = (): number => (bound[0]?.address() as AddressInfo | undefined)?.port ?? candidate;
    let failed: (Bound & { problem: NodeJS.ErrnoException }) | undefined;
    for (const each of servers) {
      const problem = await tryPort(each, portOf());
      if (!problem) bound.push(each.server);
      else failed ??= { ...each, problem };
    }
    if (!failed) return portOf();
    await Promise.all(bound.map(close));
    const { problem, host } = failed;
    const mayTryNext = problem.code === 'EADDRINUSE' && !isNamed && candidate - port < TRIES && candidate < 65_535;
    if (!mayTryNext) throw unusableHost(problem, host) ?? unusablePort(problem, candidate);
  }
}

function tryPort({ server, host }: Bound, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(error);
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve(undefined);
    });
  });
}
