import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { unusablePort } from '../machine/unusable-port.ts';
import type { Service } from './service.ts';

export interface Listening {
  readonly url: string;
  /** Stops accepting requests, finishes the requests and deliveries in progress, and closes the database. */
  readonly close: () => Promise<void>;
}

const LAST_REQUESTS = 5000;

/** Listens on the loopback interface only, because the service has no TLS. */
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
    server.once('error', (error: NodeJS.ErrnoException) => reject(unusablePort(error, port)));
    server.listen(port, hostname, resolve);
  });
  await service.deliveries.start();
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${hostname}:${actual}`,
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
