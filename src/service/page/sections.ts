/**
 * The sections of the page as rows of HTML, each with a key. Everything is rendered, and escaped, in this one place.
 */
import { assertNever } from '../../diagnostics/errors.ts';
import { kindNamed, kinds, type KindName } from '../../kinds/registry.ts';
import {
  attemptsOf,
  latestDeliveries,
  type DeliverySummary,
  type RecordedAttempt,
} from '../deliveries/delivery-store.ts';
import { html, type Html } from './html.ts';
import type { KeptRequest, RequestLog } from '../request-log.ts';
import type { Engine } from '../store/engine.ts';
import { countEachKind, fieldsOf, findRecord, type KindCount, type StoredRecord } from '../store/records.ts';
import { listBroadcasts } from '../store/tenants.ts';
import { all, type Work } from '../store/work.ts';

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

/** The data that the page shows from the store. */

interface ShownBroadcast {
  readonly id: string;
  readonly name: string;
  readonly counts: readonly KindCount[];
}

interface ShownBroadcasts {
  readonly shown: readonly ShownBroadcast[];
  /** The number of those that are not shown. */
  readonly more: number;
}

interface ShownRecord {
  readonly id: string;
  readonly kind: KindName;
  readonly title: string;
  readonly updatedAt: string;
}

interface ShownDelivery {
  readonly delivery: DeliverySummary;
  /** Empty if the webhook was deleted. */
  readonly host: string;
  readonly made: readonly RecordedAttempt[];
}

const MOST_BROADCASTS = 50;
const MOST_RECORDS = 10;
const MOST_DELIVERIES = 20;

function* readBroadcasts(): Work<ShownBroadcasts> {
  const broadcasts = yield* listBroadcasts();
  const shown: ShownBroadcast[] = [];
  for (const { id } of broadcasts.slice(0, MOST_BROADCASTS)) {
    const record = yield* findRecord(id, 'broadcast', id);
    shown.push({ id, name: String((record && fieldsOf(record)['name']) ?? ''), counts: yield* countsOf(id) });
  }
  return { shown, more: broadcasts.length - shown.length };
}

/** In the order of the kinds. */
function* countsOf(broadcastId: string): Work<readonly KindCount[]> {
  const counts = yield* countEachKind(broadcastId);
  return kinds.flatMap(({ name }) => counts.filter(({ kind }) => kind === name && name !== 'broadcast'));
}

function* readLatestRecords(): Work<readonly ShownRecord[]> {
  // Fields are read for the selected rows only: sorting a hundred thousand rows would carry all of their fields along.
  const rows = yield* all<StoredRecord>(
    `SELECT id, kind, fields, updated_at AS "updatedAt" FROM records
      WHERE id IN (SELECT id FROM records ORDER BY updated_at DESC, id DESC LIMIT ?) ORDER BY updated_at DESC, id DESC`,
    MOST_RECORDS,
  );
  return rows.map((record) => ({
    id: record.id,
    kind: record.kind,
    title: titleOf(record),
    updatedAt: record.updatedAt,
  }));
}

function* readDeliveries(): Work<readonly ShownDelivery[]> {
  const latest = yield* latestDeliveries(MOST_DELIVERIES);
  const made = Map.groupBy(yield* attemptsOf(latest.map(({ id }) => id)), ({ deliveryId }) => deliveryId);
  const shown: ShownDelivery[] = [];
  for (const delivery of latest) {
    const webhook = yield* findRecord(delivery.broadcastId, 'webhook', delivery.webhookId);
    const host = webhook ? hostOf(fieldsOf(webhook)['url']) : '';
    shown.push({ delivery, host, made: made.get(delivery.id) ?? [] });
  }
  return shown;
}

/** The parts of a record, webhook or request that the page may show: names, never credentials or personal data. */

const TITLE_FIELDS = ['title', 'name', 'fontFamily', 'mediaUrl'];

export function titleOf(record: StoredRecord): string {
  // Kinds without a folder hold personal data or history: contacts, members, clients.
  if (kindNamed(record.kind).folder === undefined) return '';
  const fields = fieldsOf(record);
  if (record.kind === 'webhook') return hostOf(fields['url']);
  const title = TITLE_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof title === 'string' ? shorten(title) : '';
}

/** The path of a webhook's address is often a credential. */
function hostOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).host : '';
}

const QUERY_NAMES = new Set(
  kinds.flatMap(({ operations }) => operations.flatMap(({ query }) => query.map(({ name }) => name))),
);

/** A request's path, with the values of known parameters only: a key in the wrong place is not shown. */
export function pathOf(path: string): string {
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
