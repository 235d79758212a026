/** A host of static files with a network that can fail: what is served changes while pages are open. */
import { createServer, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll } from 'vitest';
import { serveFolder } from '../../src/preview/static/serve-folder.ts';
import { listen } from '../listen.ts';

/** Of every host, without a policy: WebKit shows narrow pages in a frame on it. */
export const EMPTY_PAGE = '/an-empty-page-of-the-tests';

export interface Host {
  /** Without a trailing slash. The name is not that of this machine, where a worker behaves differently. */
  readonly url: string;
  /** The same files by the address of this machine. */
  readonly local: string;
  folder: string;
  /** `cut`: every connection breaks. `cut after the list`: the worker learns of an update, but cannot load it. `hangs`: pages get no answer. */
  network: 'up' | 'cut' | 'cut after the list' | 'hangs';
  /** What is sent in place of the right answer. */
  instead: (path: string, answer: Response) => Response | Promise<Response>;
  /** The requested paths, and how many bytes a compressing host sends for them. */
  readonly sent: { readonly path: string; readonly bytes: number }[];
}

export function useHost(): Host {
  const host: { -readonly [K in keyof Host]: Host[K] } = {
    url: '',
    local: '',
    folder: '',
    network: 'up',
    instead: (_, answer) => answer,
    sent: [],
  };
  let server: Server;
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url!, 'http://host');
      if (host.network === 'cut') return void request.socket.destroy();
      if (host.network === 'hangs' && pathname.endsWith('/')) return;
      if (pathname === EMPTY_PAGE)
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html>');
      const headers = { ...(request.headers.range && { range: request.headers.range }) };
      const right = await serveFolder(host.folder)(new Request(`http://host${request.url}`, { headers }));
      const answer = await host.instead(pathname, right);
      const body = Buffer.from(await answer.arrayBuffer());
      host.sent.push({
        path: pathname,
        // Asked for seldom, and compressing takes longer than serving.
        get bytes() {
          return answer.ok ? gzipSync(body).length : 0;
        },
      });
      if (host.network === 'cut after the list' && pathname === '/sw.js') host.network = 'cut';
      response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: 'close' }).end(body);
    });
    const port = await listen(server);
    Object.assign(host, { url: `http://festival.localhost:${port}`, local: `http://127.0.0.1:${port}` });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return host;
}
