/**
 * `/metrics` on a port of its own. They need no key, and a proxy in front of the service would publish them with
 * everything else that is on its port. On the loopback interface, only names of this machine are answered. On another one,
 * nothing is known of the names by which Prometheus asks.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopback } from '../../machine/loopback.ts';
import { isOwnHost, ownHostOnly } from '../../machine/own-host.ts';
import { limitUnreadBodies } from '../../machine/unread-bodies.ts';
import { unusablePort } from '../../machine/unusable-port.ts';
import { reachable } from '../listen.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serveMetrics(
  { text, contentType }: Pick<Metrics, 'text' | 'contentType'>,
  { port, hostname = '127.0.0.1' }: { readonly port: number; readonly hostname?: string | undefined },
): Promise<MetricsServer> {
  const server = createServer(async ({ url, method, headers, socket }, answer) => {
    const own = socket.localPort!;
    const isAsked = isOwnHost(headers.host, own) || headers.host === `${hostname}:${own}`;
    if (isLoopback(hostname) && !isAsked) {
      answer.writeHead(403, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
      return answer.end(`${ownHostOnly(own)}\n`);
    }
    const isKnown = url?.split('?')[0] === '/metrics' && (method === 'GET' || method === 'HEAD');
    const status = isKnown ? 200 : 404;
    const body = isKnown ? await text() : 'metrics are at /metrics\n';
    answer.writeHead(status, { 'Content-Type': isKnown ? contentType : 'text/plain', 'Cache-Control': 'no-store' });
    answer.end(method === 'HEAD' ? undefined : body);
  });
  limitUnreadBodies(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(unusablePort(error, port, '--metrics-port')));
    server.listen(port, hostname, resolve);
  });
  return {
    url: `http://${reachable(hostname)}:${(server.address() as AddressInfo).port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
