/**
 * The sections of the page as rows of HTML, each with a key. Everything is rendered, and escaped, in this one place, and
 * shows names only, never credentials or personal data.
 */
import { kindNamed, kinds } from '../../kinds/registry.ts';
import { attemptsOf, latestDeliveries } from '../deliveries/delivery-store.ts';
import type { RequestLog } from '../request-log.ts';
import type { ServiceParts } from '../service-parts.ts';
import { countEachKind, fieldsOf, findRecord, type StoredRecord } from '../store/records.ts';
import { listBroadcasts } from '../store/tenants.ts';
import { all, type Work } from '../store/work.ts';

export const SECTIONS = ['broadcasts', 'records', 'deliveries', 'requests'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** A section's rows by their keys, in order. */
type Rows = ReadonlyMap<string, Html>;

const STORED = { broadcasts: broadcastRows, records: recordRows, deliveries: deliveryRows };

export const rowsOf = async (section: SectionName, { engine, log }: ServiceParts): Promise<Rows> =>
  section === 'requests' ? requestRows(log) : engine.read('everything', STORED[section]);

function tableRows(rows: Map<string, Html>, columns: number, otherwise: string): Rows {
  if (rows.size > 0) return rows;
  const nothing = html`<tr data-key="nothing" class="nothing">
    <td colspan="${columns}">${otherwise}</td>
  </tr>`;
  return rows.set('nothing', nothing);
}

const MOST_BROADCASTS = 50;

function* broadcastRows(): Work<Rows> {
  const rows = new Map<string, Html>();
  const broadcasts = yield* listBroadcasts();
  for (const { id } of broadcasts.slice(0, MOST_BROADCASTS)) {
    const record = yield* findRecord(id, 'broadcast', id);
    const counts = yield* countEachKind(id);
    const inOrder = kinds.flatMap(({ name }) => counts.filter(({ kind }) => kind === name && name !== 'broadcast'));
    rows.set(
      id,
      html`<li data-key="${id}">
        <h3>${String((record && fieldsOf(record)['name']) ?? '')}</h3>
        <code>${id}</code>
        <ul class="counts">
          ${inOrder.map(({ kind, total }) => html`<li data-kind="${kind}">${kind} <b>${total}</b></li>`)}
        </ul>
      </li>`,
    );
  }
  const more = broadcasts.length - rows.size;
  if (more > 0) rows.set('more', html`<li data-key="more" class="nothing">and ${more} more</li>`);
  if (rows.size === 0) rows.set('nothing', html`<li data-key="nothing" class="nothing">No broadcasts yet.</li>`);
  return rows;
}

const MOST_RECORDS = 10;

function* recordRows(): Work<Rows> {
  // Fields are read for the selected rows only: sorting a hundred thousand rows would carry all of their fields along.
  const records = yield* all<StoredRecord>(
    `SELECT id, kind, fields, updated_at AS "updatedAt" FROM records
      WHERE id IN (SELECT id FROM records ORDER BY updated_at DESC, id DESC LIMIT ?) ORDER BY updated_at DESC, id DESC`,
    MOST_RECORDS,
  );
  const rows = records.map((record): [string, Html] => {
    const { id, kind, updatedAt } = record;
    const row = html`<tr data-key="${id}" data-kind="${kind}">
      <td class="kind">${kind}</td>
      <td class="title">${titleOf(record)} <code>${id}</code></td>
      <td class="when">${time(Date.parse(updatedAt))}</td>
    </tr>`;
    return [id, row];
  });
  return tableRows(new Map(rows), 3, 'Nothing is stored yet.');
}

const MOST_DELIVERIES = 20;

function* deliveryRows(): Work<Rows> {
  const rows = new Map<string, Html>();
  const latest = yield* latestDeliveries(MOST_DELIVERIES);
  const attempts = Map.groupBy(yield* attemptsOf(latest.map(({ id }) => id)), ({ deliveryId }) => deliveryId);
  for (const { id, type, state, dueAt, createdAt, broadcastId, webhookId } of latest) {
    const webhook = yield* findRecord(broadcastId, 'webhook', webhookId);
    const receiver = webhook ? hostNameOf(fieldsOf(webhook)['url']) : 'a deleted webhook';
    const made = attempts.get(id) ?? [];
    rows.set(
      id,
      html`<tr data-key="${id}" data-state="${state}">
        <td><span class="badge">${state}</span></td>
        <td class="title">${type} <span class="quiet">to ${receiver}</span><br /><code>${id}</code></td>
        <td>
          <ol class="attempts">
            ${made.map(({ at, status, error }) => html`<li><b>${status ?? '—'}</b> ${time(at)} ${error ?? ''}</li>`)}
          </ol>
          ${state === 'pending' ? html`<p class="quiet">${made.length === 0 ? 'due' : 'again'} ${time(dueAt)}</p>` : ''}
        </td>
        <td class="when">${time(createdAt)}</td>
      </tr>`,
    );
  }
  return tableRows(rows, 4, 'No deliveries yet.');
}

const MOST_REQUESTS = 30;

function requestRows(log: RequestLog): Rows {
  const latest = log.latest().slice(-MOST_REQUESTS).reverse();
  const rows = latest.map(({ number, at, method, path, status, durationMs, operation }): [string, Html] => {
    const row = html`<tr data-key="${number}" data-status="${Math.floor(status / 100)}xx">
      <td><span class="badge">${status}</span></td>
      <td class="title"><b>${method}</b> ${pathOf(path)}</td>
      <td class="kind">${operation ?? ''}</td>
      <td class="number">${durationMs.toFixed(1)} ms</td>
      <td class="when">${time(at)}</td>
    </tr>`;
    return [String(number), row];
  });
  return tableRows(new Map(rows), 5, 'No requests yet.');
}

/** In UTC; the page's script converts it to the reader's time zone. */
function time(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

const TITLE_FIELDS = ['title', 'name', 'fontFamily', 'mediaUrl'];

function titleOf(record: StoredRecord): string {
  // Kinds without a folder hold personal data or history: contacts, members, clients.
  if (kindNamed(record.kind).folder === undefined) return '';
  const fields = fieldsOf(record);
  if (record.kind === 'webhook') return hostNameOf(fields['url']);
  const title = TITLE_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof title === 'string' ? shorten(title) : '';
}

/** The path of a webhook's address is often a credential. */
function hostNameOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : '';
}

const QUERY_NAMES = new Set(
  kinds.flatMap(({ operations }) => operations.flatMap(({ query }) => query.map(({ name }) => name))),
);

/** A request's path, with the values of known parameters only: a key in the wrong place is not shown. */
function pathOf(path: string): string {
  // Not parsed as a URL, because the requested path may not be a valid one.
  const [pathname = '', ...rest] = path.split('?');
  const query = [...new URLSearchParams(rest.join('?'))]
    .map(([name, value]) => `${name}=${QUERY_NAMES.has(name) ? value : '…'}`)
    .join('&');
  const brief = pathname.replace(/^\/v1\/users\/[^/]+\/broadcasts\/[^/]+/, '/v1/users/…/broadcasts/…');
  return shorten(query === '' ? brief : `${brief}?${query}`);
}

const LONGEST = 160;
const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** HTML that is safe by construction: values are escaped, unless they come from a template. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | readonly Html[] | string | number;

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, literal, index) => text + print(parts[index - 1]!) + literal));
}

function print(part: Part): string {
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escape(String(part));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
