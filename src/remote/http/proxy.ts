/**
 * Requests through the proxies of the environment: HTTP_PROXY, HTTPS_PROXY and NO_PROXY, which undici reads as curl does.
 * They are never taken from `.env`, which a branch can bring along, and never used for this machine.
 */
import { type Agent, EnvHttpProxyAgent, errors, Pool, type Dispatcher } from 'undici';
import { UserError } from '../../diagnostics/errors.ts';
import { LOOPBACK } from '../../machine/own-host.ts';

export interface Proxy {
  readonly url: URL;
  /** The environment variable that sets it. */
  readonly variable: string;
}

export type Environment = (name: string) => string | undefined;

export function proxyAgent(environment: Environment, options: Agent.Options & { readonly connectTimeout: number }) {
  const https = proxyIn(environment, 'HTTPS_PROXY');
  const http = proxyIn(environment, 'HTTP_PROXY');
  const excepted = environment('no_proxy') ?? environment('NO_PROXY') ?? '';
  return new EnvHttpProxyAgent({
    ...options,
    // Without a value, undici would read the variables of the process itself.
    httpProxy: http?.url.href ?? '',
    httpsProxy: https?.url.href ?? '',
    noProxy: [excepted, ...LOOPBACK].join(','),
    clientFactory: (url, settings) =>
      new TunnelPool(https?.url.origin === url.origin ? https : http!, {
        ...settings,
        headersTimeout: options.connectTimeout,
      }),
    // Its own URL is asked for by the proxy of a target without TLS, which gets whole requests.
    factory: (origin, settings: Pool.Options) =>
      String(origin) === http?.url.href
        ? new Pool(http.url.origin, { ...options, connect: naming(http, settings.connect as Connect) })
        : new Pool(origin, settings),
  });
}

type Connect = Extract<Pool.Options['connect'], (...words: never[]) => unknown>;

const naming =
  (proxy: Proxy, connect: Connect): Connect =>
  (options, callback) =>
    connect(options, (error, socket) =>
      error ? callback(new ProxyFailure(proxy, { error }), null) : callback(null, socket),
    );

/** The answer 407 of a proxy that gets whole requests is the only argument that undici finds wrong while a request runs. */
export function namingProxy(error: unknown, environment: Environment): unknown {
  const proxy = proxyIn(environment, 'HTTP_PROXY');
  const isRefused = error instanceof errors.InvalidArgumentError && proxy !== undefined;
  return isRefused ? new ProxyFailure(proxy, { status: 407 }) : error;
}

function proxyIn(environment: Environment, upper: string): Proxy | undefined {
  const variable = environment(upper.toLowerCase()) === undefined ? upper : upper.toLowerCase();
  const value = environment(variable)?.trim() ?? '';
  if (value === '') return undefined;
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  if (url && /^https?:$/.test(url.protocol) && url.hostname !== '') return { url, variable };
  throw new UserError(`${variable} is not the URL of an HTTP proxy`, {
    suggestion: `set ${variable} to a URL such as http://proxy.example:3128, or leave it empty to use no proxy`,
  });
}

/** Nothing was sent to the target. The reason is the status of the proxy's answer or an error. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  readonly proxy: Proxy;
  readonly reason: { readonly status: number } | { readonly error: unknown };

  constructor(proxy: Proxy, reason: ProxyFailure['reason']) {
    super('the proxy refused the request');
    this.proxy = proxy;
    this.reason = reason;
  }
}

class TunnelPool extends Pool {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy, options: Pool.Options) {
    super(proxy.url.origin, options);
    this.#proxy = proxy;
  }

  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const answer = await super.connect(options).catch((error: unknown) => {
      throw new ProxyFailure(this.#proxy, { error });
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => undefined).destroy();
    throw new ProxyFailure(this.#proxy, { status: answer.statusCode });
  }
}
