import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { unusablePort } from '../machine/unusable-port.ts';
import type { Service } from './service.ts';

export interface Listening {
  readonly url: string;
  /** Stops taking requests, lets those and the deliveries under way finish, and closes the database. */
  readonly close: () => Promise<void>;
}

const LAST_REQUESTS = 5000;

/** Serves on the loopback interface: the service has no TLS, so it does not leave this machine. */
export async function listen(service: Service, { port = 0, hostname = '127.0.0.1' } = {}): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: service.app.fetch,
    overrideGlobalObjects: false,
    // Node itself discards what was not read. The adaptor would close the connection where that takes half a second, as
    // on a busy machine, and with it the next request.
    autoCleanupIncoming: false,
  }) as Server;
  const unused = unusedConnections(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(unusablePort(error, port)));
    server.listen(port, hostname, resolve);
  });
  service.deliveries.start();
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${hostname}:${actual}`,
    close: async () => {
      service.page.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        for (const connection of unused) connection.destroy();
        // A client that stopped in the middle of a request would keep the service for ever.
        setTimeout(() => server.closeAllConnections(), LAST_REQUESTS).unref();
      });
      await service.deliveries.stop();
      service.close();
    },
  };
}

/** Browsers connect ahead of need. Nothing was asked on such a connection, but to the server it does not count as idle. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    unused.add(connection);
    connection.once('close', () => unused.delete(connection));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}
