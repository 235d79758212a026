import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { UserError } from '../diagnostics/errors.ts';
import { option, worded } from '../diagnostics/wording.ts';
import { unusablePort } from '../machine/unusable-port.ts';
import type { Service } from './service.ts';

export interface Listening {
  readonly url: string;
  /** Stops accepting requests, finishes the requests and deliveries in progress, and closes the database. */
  readonly close: () => Promise<void>;
}

const LAST_REQUESTS = 5000;

/** Listens on the loopback interface unless another is given, because the service has no TLS. */
export async function listen(service: Service, { port = 0, hostname = '127.0.0.1' } = {}): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: service.app.fetch,
    overrideGlobalObjects: false,
    // Node.js discards unread bodies itself. The adaptor would close the connection, and with it the next request, if
    // that takes half a second, as it can on a busy machine.
    autoCleanupIncoming: false,
  }) as Server;
  const unused = unusedConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(unusableHost(error, hostname) ?? unusablePort(error, port)),
    );
    server.listen(port, hostname, resolve);
  });
  await service.deliveries.start();
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${reachable(hostname)}:${actual}`,
    close: async () => {
      service.page.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        for (const connection of unused) connection.destroy();
        // A client that stalls in the middle of a request would keep the service open for ever.
        setTimeout(() => server.closeAllConnections(), LAST_REQUESTS).unref();
      });
      await service.deliveries.stop();
      await service.close();
    },
  };
}

/** A wildcard stands for every address of this machine, and is not an address to connect to. */
function reachable(hostname: string): string {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[hostname] ?? hostname;
  return address.includes(':') ? `[${address}]` : address;
}

function unusableHost({ code }: NodeJS.ErrnoException, hostname: string): UserError | undefined {
  if (code !== 'EADDRNOTAVAIL' && code !== 'ENOTFOUND' && code !== 'EAI_AGAIN') return undefined;
  return new UserError(`${hostname} is not an address of this machine`, {
    suggestion: worded`pass one of its addresses with ${option('host')}, or 0.0.0.0 for all of them`,
  });
}

/**
 * Browsers open connections ahead of need. Such a connection has no request, but the server does not count it as idle.
 */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    unused.add(connection);
    connection.once('close', () => unused.delete(connection));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}
