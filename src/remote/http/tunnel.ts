/** Connections through a proxy. A failure up to this point is a `ProxyFailure`: nothing was sent to the target yet. */
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { proxyAuthorisation, type Proxy } from './proxy.ts';

interface ProxyReason {
  readonly status?: number;
  readonly code?: string;
}

export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly proxy: Proxy;
  /** The status of the proxy's answer, if there was one. */
  readonly status: number | undefined;
  /** The error code of Node.js, if the proxy did not answer. */
  readonly code: string | undefined;

  constructor(proxy: Proxy, { status, code }: ProxyReason) {
    super('the proxy refused the request');
    this.proxy = proxy;
    this.status = status;
    this.code = code;
  }
}

export interface ProxyWay {
  readonly proxy: Proxy;
  readonly timeout: number;
  readonly secureContext?: SecureContext | undefined;
}

/** Connects to the proxy itself, for plain HTTP targets: the request line has the whole URL. */
export function toProxy({ proxy, timeout, secureContext }: ProxyWay): buildConnector.connector {
  const connect = buildConnector({ timeout, allowH2: false, ...(secureContext && { secureContext }) });
  // Otherwise the server name would be the target's, which the request names.
  const servername = isIP(hostOf(proxy)) === 0 ? { servername: hostOf(proxy) } : {};
  return ({ servername: _, ...options }, callback) =>
    connect({ ...options, ...servername }, (...[error, socket]) => {
      if (error) callback(new ProxyFailure(proxy, { code: codeOf(error) }), null);
      else callback(null, socket);
    });
}

/** Connects through the proxy to an HTTPS target: the proxy sees only the host. */
export function throughProxy(way: ProxyWay): buildConnector.connector {
  const { timeout, secureContext } = way;
  const connect = buildConnector({ timeout, allowH2: false, ...(secureContext && { secureContext }) });
  return (options, callback) => {
    const { hostname } = options;
    const port = options.port === '' ? '443' : options.port;
    const authority = `${hostname.includes(':') ? `[${hostname.replace(/^\[|\]$/g, '')}]` : hostname}:${port}`;
    openTunnel(way, authority, (opened) => {
      if (opened instanceof ProxyFailure) callback(opened, null);
      else connect({ ...options, httpSocket: opened }, callback);
    });
  };
}

/** Calls `finish` once; later events of the request are ignored. */
function openTunnel(
  { proxy, timeout, secureContext }: ProxyWay,
  authority: string,
  finish: (opened: Socket | ProxyFailure) => void,
): void {
  const isSecure = proxy.url.protocol === 'https:';
  const asking = (isSecure ? requestHttps : requestHttp)({
    host: hostOf(proxy),
    port: proxy.url.port === '' ? (isSecure ? 443 : 80) : proxy.url.port,
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyAuthorisation(proxy) },
    agent: false,
    timeout,
    ...(secureContext && { secureContext }),
  });
  let isFinished = false;
  const finishOnce = (opened: Socket | ProxyFailure): void => {
    if (!isFinished) finish(opened);
    isFinished = true;
  };
  const fail = (reason: ProxyReason): void => {
    finishOnce(new ProxyFailure(proxy, reason));
    asking.destroy();
  };
  const answered = ({ statusCode: status = 0 }: IncomingMessage, socket: Socket): void => {
    // From here on, the requests' own time-outs apply.
    socket.setTimeout(0);
    socket.on('error', () => undefined);
    if (status >= 200 && status < 300) return finishOnce(socket);
    socket.destroy();
    fail({ status });
  };
  asking.on('connect', (response, socket) => answered(response, socket as Socket));
  asking.on('response', (response) => answered(response, response.socket));
  asking.on('timeout', () => fail({ code: 'ETIMEDOUT' }));
  asking.on('error', (error) => fail({ code: codeOf(error) }));
  asking.end();
}

const hostOf = ({ url }: Proxy): string => url.hostname.replace(/^\[|\]$/g, '');

const codeOf = (error: Error & { code?: unknown; errors?: readonly Error[] }): string =>
  typeof error.code === 'string' ? error.code : error.errors?.[0] ? codeOf(error.errors[0]) : 'unknown';
