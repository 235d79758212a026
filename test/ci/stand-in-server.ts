/** A real HTTP server on the loopback interface, for the stand-ins of hosts. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterwards } from './folders.ts';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** What a JSON body has at its top; empty without a body. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown;
}

/** Returns the address of a server that ends with the test. */
export async function serve(answer: (heard: Heard) => Reply): Promise<string> {
  // A connection that is closed while a request arrives fails a test by chance.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    hear(request)
      .then((heard) => send(response, answer(heard)))
      .catch((error: unknown) => send(response, { status: 500, body: { message: String(error) } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function hear(request: IncomingMessage): Promise<Heard> {
  const { pathname, searchParams } = new URL(request.url!, 'http://stand-in');
  const text = (await buffer(request)).toString();
  const body = text === '' ? {} : (JSON.parse(text) as Heard['body']);
  return { method: request.method!, path: pathname, query: searchParams, headers: request.headers, body };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers });
  response.end(isJson ? JSON.stringify(body) : body);
}

/** A part of a list as `page` and `per_page` ask for it, and the number of the next page. */
export function pageOf<T>(all: readonly T[], query: URLSearchParams, most: number) {
  const size = Math.min(Number(query.get('per_page') ?? 30), most);
  const page = Number(query.get('page') ?? 1);
  return { items: all.slice((page - 1) * size, page * size), next: all.length > page * size ? page + 1 : undefined };
}

/** `/issues/:number/labels` matches a path; the values are decoded. */
export function matched(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const names = pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replaceAll(/\*(\w+)/g, '(?<$1>.+)');
  const found = new RegExp(`^${names}$`).exec(path);
  const groups = Object.entries(found?.groups ?? {});
  return found ? Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)])) : undefined;
}
