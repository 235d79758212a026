/**
 * The sections of the page as rows of HTML, each with a key. Everything is rendered, and escaped, in this one place.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import type { KeptRequest, RequestLog } from '../request-log.ts';
import type { Engine } from '../store/engine.ts';
import { html, type Html } from './html.ts';
import {
  readBroadcasts,
  readDeliveries,
  readLatestRecords,
  type ShownBroadcast,
  type ShownBroadcasts,
  type ShownDelivery,
  type ShownRecord,
} from './overview.ts';
import { pathOf } from './shown.ts';

export const SECTIONS = ['broadcasts', 'records', 'deliveries', 'requests'] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Row {
  readonly key: string;
  readonly html: Html;
}

export interface SectionParts {
  readonly engine: Engine;
  readonly log: RequestLog;
}

const MOST_REQUESTS = 30;

export async function rowsOf(section: SectionName, { engine, log }: SectionParts): Promise<readonly Row[]> {
  switch (section) {
    case 'broadcasts':
      return broadcastRows(await engine.read('everything', readBroadcasts));
    case 'records': {
      const records = await engine.read('everything', readLatestRecords);
      return orNothing(records.map(recordRow), 3, 'Nothing is stored yet.');
    }
    case 'deliveries': {
      const deliveries = await engine.read('everything', readDeliveries);
      return orNothing(deliveries.map(deliveryRow), 4, 'No deliveries yet.');
    }
    case 'requests':
      return orNothing(log.latest().slice(-MOST_REQUESTS).reverse().map(requestRow), 5, 'No requests yet.');
    default:
      return assertNever(section);
  }
}

const orNothing = (rows: readonly Row[], columns: number, words: string): readonly Row[] =>
  rows.length > 0
    ? rows
    : [
        row(
          'nothing',
          (key) =>
            html`<tr data-key="${key}" class="nothing">
              <td colspan="${columns}">${words}</td>
            </tr>`,
        ),
      ];

const row = (key: string, render: (key: string) => Html): Row => ({ key, html: render(key) });

function broadcastRows({ shown, more }: ShownBroadcasts): readonly Row[] {
  const rows = shown.map(broadcastRow);
  if (rows.length === 0)
    return [row('nothing', (key) => html`<li data-key="${key}" class="nothing">No broadcasts yet.</li>`)];
  return more === 0
    ? rows
    : [...rows, row('more', (key) => html`<li data-key="${key}" class="nothing">and ${more} more</li>`)];
}

const broadcastRow = ({ id, name, counts }: ShownBroadcast): Row =>
  row(
    id,
    (key) =>
      html`<li data-key="${key}">
        <h3>${name}</h3>
        <code>${id}</code>
        <ul class="counts">
          ${counts.map(({ kind, total }) => html`<li data-kind="${kind}">${kind} <b>${total}</b></li>`)}
        </ul>
      </li>`,
  );

const recordRow = ({ id, kind, title, updatedAt }: ShownRecord): Row =>
  row(
    id,
    (key) =>
      html`<tr data-key="${key}" data-kind="${kind}">
        <td class="kind">${kind}</td>
        <td class="title">${title} <code>${id}</code></td>
        <td class="when">${time(Date.parse(updatedAt))}</td>
      </tr>`,
  );

const deliveryRow = ({ delivery: { id, type, state, dueAt, createdAt }, host, made }: ShownDelivery): Row =>
  row(
    id,
    (key) =>
      html`<tr data-key="${key}" data-state="${state}">
        <td><span class="badge">${state}</span></td>
        <td class="title">
          ${type} <span class="quiet">to ${host === '' ? 'a deleted webhook' : host}</span><br /><code>${id}</code>
        </td>
        <td>
          <ol class="attempts">
            ${made.map(({ at, status, error }) => html`<li><b>${status ?? '—'}</b> ${time(at)} ${error ?? ''}</li>`)}
          </ol>
          ${state === 'pending' ? html`<p class="quiet">${made.length === 0 ? 'due' : 'again'} ${time(dueAt)}</p>` : ''}
        </td>
        <td class="when">${time(createdAt)}</td>
      </tr>`,
  );

const requestRow = ({ number, at, method, path, status, durationMs, operation }: KeptRequest): Row =>
  row(
    String(number),
    (key) =>
      html`<tr data-key="${key}" data-status="${Math.floor(status / 100)}xx">
        <td><span class="badge">${status}</span></td>
        <td class="title"><b>${method}</b> ${pathOf(path)}</td>
        <td class="kind">${operation ?? ''}</td>
        <td class="number">${durationMs.toFixed(1)} ms</td>
        <td class="when">${time(at)}</td>
      </tr>`,
  );

/** In UTC; the page's script converts it to the reader's time zone. */
function time(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
