import { html, type Html } from './html.ts';
import type { SectionName } from './sections.ts';

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='6' fill='%232f6f5e'/%3E%3C/svg%3E";

/** The sections are filled by the script of the page. */
export function renderDocument({ profile }: { readonly profile: string }): string {
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
