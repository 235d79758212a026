/** A server that only this machine can reach. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { limitUnreadBodies } from '../../machine/unread-bodies.ts';
import { unusablePort } from '../../machine/listen-on.ts';

export type Answer = (request: Request) => Response | Promise<Response>;

export interface PortWish {
  readonly port: number;
  /** The user chose this port, so no other may be used. 0 means any free one. */
  readonly isNamed: boolean;
}

export interface Listening {
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
  const server = createAdaptorServer({
    fetch: (request: Request) => respond(request),
    overrideGlobalObjects: false,
  }) as Server;
  limitUnreadBodies(server);
  const port = await bind(server, wish);
  respond = answer(port);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), PATIENCE);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

async function bind(server: Server, { port, isNamed }: PortWish): Promise<number> {
  for (let candidate = port; ; candidate++) {
    const problem = await tryPort(server, candidate);
    if (!problem) return (server.address() as AddressInfo).port;
    const mayTryNext = problem.code === 'EADDRINUSE' && !isNamed && candidate - port < TRIES && candidate < 65_535;
    if (!mayTryNext) throw unusablePort(problem, candidate);
  }
}

function tryPort(server: Server, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve(error);
    server.once('error', failed);
    server.listen(port, HOST, () => {
      server.off('error', failed);
      resolve(undefined);
    });
  });
}
