/** Connections through a proxy. A failure up to this point is a `ProxyFailure`: nothing was sent to the target yet. */
import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { proxyAuthorisation, type Proxy } from './proxy.ts';

/** The status of the proxy's answer or, if it did not answer, an error code. */
type ProxyReason = { readonly status: number } | { readonly code: string };

export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly proxy: Proxy;
  readonly reason: ProxyReason;

  constructor(proxy: Proxy, reason: ProxyReason) {
    super('the proxy refused the request');
    this.proxy = proxy;
    this.reason = reason;
  }
}

export interface ProxyWay {
  readonly proxy: Proxy;
  readonly timeout: number;
  readonly secureContext?: SecureContext | undefined;
}

const connectorFor = ({ timeout, secureContext }: ProxyWay): buildConnector.connector =>
  buildConnector({ timeout, allowH2: false, ...(secureContext && { secureContext }) });

/** Connects to the proxy itself, for plain HTTP targets: the request line has the whole URL. */
export function toProxy(way: ProxyWay): buildConnector.connector {
  const { proxy } = way;
  const connect = connectorFor(way);
  const hostname = withoutBrackets(proxy.url.hostname);
  // Otherwise the server name would be the target's, which the request names.
  const servername = isIP(hostname) === 0 ? { servername: hostname } : {};
  return ({ servername: _, ...options }, callback) =>
    connect({ ...options, ...servername }, (...[error, socket]) => {
      if (error) callback(unanswered(proxy, error), null);
      else callback(null, socket);
    });
}

/** Connects through the proxy to an HTTPS target: the proxy sees only the host. */
export function throughProxy(way: ProxyWay): buildConnector.connector {
  const { proxy, timeout } = way;
  const connect = connectorFor(way);
  return (options, callback) => {
    const hostname = withoutBrackets(options.hostname);
    const port = options.port === '' ? '443' : options.port;
    const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
    const headers = { host: authority, ...proxyAuthorisation(proxy) };
    const client = new Client(proxy.url.origin, { connect: toProxy(way), headersTimeout: timeout });
    client.connect({ path: authority, headers }, (error, answer) => {
      if (error) {
        void client.destroy();
        return callback(error instanceof ProxyFailure ? error : unanswered(proxy, error), null);
      }
      const { statusCode: status, socket } = answer;
      socket.on('error', () => undefined);
      if (status >= 200 && status < 300) return connect({ ...options, httpSocket: socket as Socket }, callback);
      socket.destroy();
      callback(new ProxyFailure(proxy, { status }), null);
    });
  };
}

const unanswered = (proxy: Proxy, error: Error): ProxyFailure => new ProxyFailure(proxy, { code: codeOf(error) });

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** The codes by which Node.js names what undici has names of its own for. */
const NODE_CODES: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_SOCKET: 'ECONNRESET',
};

const codeOf = (error: Error & { code?: unknown; errors?: readonly Error[] }): string =>
  typeof error.code === 'string'
    ? (NODE_CODES[error.code] ?? error.code)
    : error.errors?.[0]
      ? codeOf(error.errors[0])
      : 'unknown';
