/**
 * Serves requests of the process that runs the service, without a connection: loading a client for HTTP and the framework
 * takes longer than all requests of a small repository.
 */
import { createRouter } from './direct.ts';
import type { ExchangeRequest } from './exchange.ts';
import type { Reply } from './reply.ts';
import { routesOf } from './routes.ts';
import { serve, type ServeParts } from './serve.ts';

export interface OwnRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

export type AnswerOwn = (request: OwnRequest) => Promise<Reply>;

export function createAnswerOwn(parts: ServeParts): AnswerOwn {
  const find = createRouter(routesOf(parts.options.profile));
  return ({ method, path: target, headers: given, body }) => {
    const [path = '', query = ''] = target.split('?', 2);
    const found = find(method, path);
    const parameters = new URLSearchParams(query);
    const bytes = Buffer.from(body ?? '');
    const headers = { ...given, 'content-length': String(bytes.length) };
    const request: ExchangeRequest = {
      method,
      path,
      url: `http://localhost${target}`,
      header: (name) => headers[name as keyof typeof headers],
      param: (name) => found && decodeURIComponent(found.params[name] ?? ''),
      query: (name) => parameters.get(name) ?? undefined,
      arrayBuffer: async () => bytes,
      raw: { body: null },
    };
    return serve({ req: request, env: undefined }, parts, found?.route.served ?? {});
  };
}
