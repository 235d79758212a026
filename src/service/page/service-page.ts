/**
 * The page at `/`, for people: stored records, deliveries and requests, updated live. Its files are empty of them, and can be
 * had without the secret, which is in the fragment of the address that `gitcast serve` prints. Browsers send no fragment, so
 * it gets into no log and no `Referer`. The script of the page asks with it for everything that is stored.
 */
import { readFileSync } from 'node:fs';
import type { Endpoints, Reply } from '../http/reply.ts';
import type { ServiceRequest } from '../http/request.ts';
import { isFromThisMachine, knowsSecret, SECRET_NEEDED } from '../http/this-machine.ts';
import type { ServiceParts } from '../service-parts.ts';
import { html, type Html, type SectionName } from './sections.ts';
import { Live } from './live-page.ts';
import { STYLE } from './page-style.ts';

export interface Page {
  readonly endpoints: Endpoints;
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

export function createPage(service: ServiceParts): Page {
  const { secret, options } = service;
  const live = new Live(service);
  const events = (request: ServiceRequest): Reply =>
    knowsSecret(request, secret)
      ? // An ended stream would leave its connection open, and closing the server would wait for it.
        { ...show('text/event-stream', null, { Connection: 'close' }), stream: (outgoing) => live.watch(outgoing) }
      : { ...show(PLAIN, `${SECRET_NEEDED}\n`), status: 401 };
  return {
    endpoints: {
      'GET /': onThisMachine(() => show('text/html; charset=utf-8', renderDocument(options))),
      'GET /page.css': onThisMachine(() => show('text/css; charset=utf-8', STYLE)),
      'GET /page.js': onThisMachine(() => show('text/javascript; charset=utf-8', readFileSync(SCRIPT, 'utf8'))),
      'GET /page/events': onThisMachine(events),
    },
    get watchers() {
      return live.watchers;
    },
    close: () => live.close(),
  };
}

const PLAIN = 'text/plain; charset=UTF-8';

const show = (type: string, body: string | null, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers: { ...HEADERS, ...headers, 'Content-Type': type },
  body,
});

const onThisMachine =
  (answer: (request: ServiceRequest) => Reply) =>
  (request: ServiceRequest): Reply =>
    isFromThisMachine(request)
      ? answer(request)
      : { ...show(PLAIN, 'this page is only available at localhost, 127.0.0.1 and [::1]\n'), status: 403 };

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='6' fill='%232f6f5e'/%3E%3C/svg%3E";

/** The sections are filled by the script of the page. */
function renderDocument({ profile }: { readonly profile: string }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>gitcast service</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="/page.css" />
        <script type="module" src="/page.js"></script>
      </head>
      <body>
        <header>
          <h1>gitcast service</h1>
          <p class="quiet">profile <b>${profile}</b></p>
          <p id="live" role="status" data-state="waiting">not live</p>
        </header>
        <main>
          <section id="broadcasts" aria-labelledby="broadcasts-title">
            <h2 id="broadcasts-title">Broadcasts</h2>
            <ul class="cards" data-rows="broadcasts"></ul>
          </section>
          ${table('records', 'Latest records', ['Kind', 'Title', 'Updated'])}
          ${table('deliveries', 'Deliveries', ['State', 'Event', 'Attempts', 'Created'])}
          ${table('requests', 'Last requests', ['Status', 'Request', 'Operation', 'Duration', 'Time'])}
        </main>
      </body>
    </html> `.text;
}

const table = (section: SectionName, title: string, columns: readonly string[]): Html =>
  html`<section id="${section}" aria-labelledby="${section}-title">
    <h2 id="${section}-title">${title}</h2>
    <table aria-labelledby="${section}-title">
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody data-rows="${section}"></tbody>
    </table>
  </section>`;
