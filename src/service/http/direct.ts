/**
 * Serves operations without a framework. Hono and its adaptor make a Request, a URL and a Response of each request, which
 * costs as much as a read. Only requests that they could not see differently are served here: a plain path without a query
 * or anything encoded, and a body that is not chunked. All others go through the app, to the same operations.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Exchange, ExchangeRequest } from './exchange.ts';
import { routesOf, type Route } from './routes.ts';
import { sendReply } from './reply.ts';
import { serve, type ServeParts } from './serve.ts';

/** False if the request has to go through the app. */
export type ServeDirectly = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const PLAIN_PATH = /^(?:\/[\w-]+)+$/;
/** The adaptor looks closer at other hosts, and refuses some. */
const PLAIN_HOST = /^(?:[a-z\d._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?|(?:localhost|127\.0\.0\.1):6[0-4]\d{3})$/;

export function createDirect(parts: ServeParts): ServeDirectly {
  const find = createRouter(routesOf(parts.options.profile));
  return (incoming, outgoing) => {
    const path = incoming.url!;
    if (!PLAIN_PATH.test(path)) return false;
    const found = find(incoming.method!, path);
    if (!found) return false;
    const request = new DirectRequest(incoming, path, found.params);
    if (!PLAIN_HOST.test(request.header('host') ?? '') || request.header('transfer-encoding') !== undefined)
      return false;
    const exchange: Exchange = { req: request, env: { incoming, outgoing } satisfies HttpBindings };
    serve(exchange, parts, found.route.served)
      .then((reply) => sendReply(outgoing, reply))
      .catch((error: unknown) => {
        parts.options.onFailure?.(`the answer to ${incoming.method} ${path} could not be sent: ${String(error)}`);
        outgoing.destroy();
      });
    return true;
  };
}

type Params = Readonly<Record<string, string>>;

interface Found {
  readonly route: Route;
  readonly params: Params;
}

interface Candidate {
  readonly route: Route;
  readonly segments: readonly Segment[];
}

interface Segment {
  readonly text: string;
  /** The name of the parameter that it is. */
  readonly param: string | undefined;
}

/** Finds the first route that matches, as Hono does. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Found | undefined {
  const candidates = Map.groupBy(
    routes.map((route): Candidate => ({ route, segments: route.path.split('/').map(segmentOf) })),
    ({ route, segments }) => `${route.method} ${segments.length}`,
  );
  return (method, path) => {
    const parts = path.split('/');
    for (const { route, segments } of candidates.get(`${method} ${parts.length}`) ?? []) {
      const params = paramsIn(parts, segments);
      if (params) return { route, params };
    }
    return undefined;
  };
}

const segmentOf = (text: string): Segment => ({ text, param: /^\{(\w+)\}$/.exec(text)?.[1] });

function paramsIn(parts: readonly string[], segments: readonly Segment[]): Params | undefined {
  for (let index = 0; index < parts.length; index += 1) {
    const { text, param } = segments[index]!;
    if (param === undefined && text !== parts[index]) return undefined;
  }
  const params: Record<string, string> = {};
  segments.forEach(({ param }, index) => {
    if (param !== undefined) params[param] = parts[index]!;
  });
  return params;
}

class DirectRequest implements ExchangeRequest {
  readonly #incoming: IncomingMessage;
  readonly #params: Params;
  readonly path: string;
  readonly raw = { body: null };

  constructor(incoming: IncomingMessage, path: string, params: Params) {
    this.#incoming = incoming;
    this.#params = params;
    this.path = path;
  }

  get method(): string {
    return this.#incoming.method!;
  }

  get url(): string {
    return `http://${this.header('host')}${this.path}`;
  }

  /** Not from `headers`, which has only the first of several keys. A request with two keys is refused. */
  header(name: string): string | undefined {
    const { rawHeaders } = this.#incoming;
    let found: string | undefined;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const each = rawHeaders[index]!;
      if (each.length !== name.length || each.toLowerCase() !== name) continue;
      const value = rawHeaders[index + 1]!;
      found = found === undefined ? value : `${found}, ${value}`;
    }
    return found;
  }

  param(name: string): string | undefined {
    return this.#params[name];
  }

  query(): undefined {
    return undefined;
  }

  arrayBuffer(): Promise<Uint8Array> {
    return receive(this.#incoming);
  }
}

const CUT = 'the connection was closed';

/** The whole body. Fails if the connection ended before the body did. */
const receive = (incoming: IncomingMessage): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    if (incoming.destroyed) {
      // The client is gone, perhaps after it sent everything.
      const received = incoming.complete ? (incoming.read() as Uint8Array | null) : null;
      return received ? resolve(received) : reject(new Error(CUT));
    }
    const chunks: Uint8Array[] = [];
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    incoming.on('error', reject);
    incoming.on('close', () => {
      if (!incoming.readableEnded) reject(new Error(CUT));
    });
  });
