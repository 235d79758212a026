/**
 * The page at `/`, for people: stored records, deliveries and requests, updated live. Its files are empty of them, and can be
 * had without the secret, which is in the fragment of the address that `gitcast serve` prints. Browsers send no fragment, so
 * it gets into no log and no `Referer`. The script of the page asks with it for everything that is stored.
 */
import { readFileSync } from 'node:fs';
import type { Hono, MiddlewareHandler } from 'hono';
import { knowsSecret, SECRET_NEEDED } from '../http/secret.ts';
import { isFromThisMachine } from '../http/this-machine.ts';
import { renderDocument } from './document.ts';
import { Live } from './live.ts';
import type { SectionParts } from './sections.ts';
import { STYLE } from './style.ts';

export interface Page {
  readonly mount: (app: Hono) => void;
  /** The number of people watching. */
  readonly watchers: number;
  readonly close: () => void;
}

const SCRIPT = new URL('browser/page.js', import.meta.url);

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

export function createPage(
  parts: SectionParts,
  { profile, secret }: { readonly profile: string; readonly secret: string },
): Page {
  const withSecret: MiddlewareHandler = async (c, next) =>
    knowsSecret(c, secret) ? next() : c.text(`${SECRET_NEEDED}\n`, 401, HEADERS);
  const live = new Live(parts);
  return {
    mount(app) {
      app.get(
        '/',
        onThisMachine,
        serve('text/html; charset=utf-8', () => renderDocument({ profile })),
      );
      app.get(
        '/page.css',
        onThisMachine,
        serve('text/css; charset=utf-8', () => STYLE),
      );
      app.get(
        '/page.js',
        onThisMachine,
        serve('text/javascript; charset=utf-8', () => readFileSync(SCRIPT, 'utf8')),
      );
      // An ended stream would leave its connection open, and closing the server would wait for it.
      app.get(
        '/page/events',
        onThisMachine,
        withSecret,
        serve('text/event-stream', () => live.watch(), { Connection: 'close' }),
      );
    },
    get watchers() {
      return live.watchers;
    },
    close: () => live.close(),
  };
}

const serve =
  (
    type: string,
    body: () => string | ReadableStream | Promise<string | ReadableStream>,
    headers: Record<string, string> = {},
  ) =>
  async (): Promise<Response> =>
    new Response(await body(), { headers: { ...HEADERS, ...headers, 'Content-Type': type } });

const onThisMachine: MiddlewareHandler = async (c, next) => {
  if (isFromThisMachine(c)) return next();
  return c.text('this page is only available at localhost, 127.0.0.1 and [::1]\n', 403, HEADERS);
};
