/** A proxy between gitcast and the service that changes responses, as proxies and other services do. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Stage, StageSettings } from './stage.ts';
import { listenInTest } from '../listen.ts';

export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Meddling {
  /** Alters the request, its path or its body. */
  readonly ask?: ((text: string) => string) | undefined;
  /** Requests with these methods are sent twice; the second answer counts. */
  readonly twice?: readonly string[] | undefined;
  /** Requests that the service never gets: they are answered with 404. */
  readonly misses?: ((request: Pick<Passing, 'method' | 'path'>) => boolean) | undefined;
}

type Alter = (passing: Passing) => Passing | Promise<Passing>;

/** From now on the stage reaches its target through such a proxy. */
export async function meddle(
  stage: Stage,
  alter: Alter,
  { ask, twice, misses, ...settings }: Meddling & StageSettings = {},
): Promise<Stage> {
  const baseUrl = await meddlerFor(stage.theatre.url, alter, { ask, twice, misses });
  stage.configure({ baseUrl, ...settings });
  return stage;
}

/** Returns the proxy's URL. */
export async function meddlerFor(
  url: string,
  alter: Alter,
  { ask = (text) => text, twice = [], misses = () => false }: Meddling = {},
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url: asked = '/' } = request;
      const path = ask(asked);
      const sent = Buffer.from(ask((await buffer(request)).toString()));
      const headersSent = forwarded(request.headers);
      const send = (): Promise<Response> =>
        fetch(url + path, { method, headers: headersSent, ...(sent.length > 0 && { body: new Uint8Array(sent) }) });
      if (twice.includes(method)) await (await send()).text();
      if (misses({ method, path }))
        return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"no such object"}');
      const answer = await send();
      const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers);
      const altered = await alter({ method, path, status: answer.status, headers, body: await answer.text() });
      response.writeHead(altered.status, altered.headers);
      response.end(altered.status === 204 ? undefined : altered.body);
      // A connection that the service closes is closed here too.
    })().catch(() => response.destroy());
  });
  return `http://127.0.0.1:${await listenInTest(server)}`;
}

/** For a service whose list of articles lacks texts, which the interface does not promise there. */
export function withoutTexts(passing: Passing): Passing {
  if (passing.method !== 'GET' || !/^\/v1\/articles(\?|$)/.test(passing.path)) return passing;
  const { data, ...rest } = JSON.parse(passing.body) as { readonly data: readonly object[] };
  const hidden = { content: undefined, cover_image_url: undefined };
  return { ...passing, body: JSON.stringify({ ...rest, data: data.map((each) => ({ ...each, ...hidden })) }) };
}

const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

const forwarded = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (HOP_BY_HOP.has(name) ? [] : [[name, String(value)]]));
