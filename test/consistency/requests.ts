/** Requests of a history as the service gets them, and its answers as results. */
import { isObject, type JsonObject } from '../../src/values/json.ts';
import type { Card } from '../contract/killable-service.ts';
import { KEY } from './copies.ts';
import type { Action, Document, Result, Surface, Values } from './history.ts';

/** Where documents of one kind are, on each surface that has them. */
export interface Collection {
  readonly name: string;
  readonly paths: Readonly<Partial<Record<Surface, string>>>;
  /** The field that holds the text. */
  readonly text: string;
  readonly more: JsonObject;
}

/** Articles are the same documents on both surfaces. */
export const COLLECTIONS: readonly Collection[] = [
  { name: 'articles', paths: { A: '/articles', B: '/broadcastArticles' }, text: 'content', more: {} },
  {
    name: 'events',
    paths: { A: '/events' },
    text: 'description',
    more: { start_time: '2027-06-18T20:30:00+02:00', end_time: '2027-06-18T23:00:00+02:00' },
  },
  { name: 'hosts', paths: { B: '/broadcastHosts' }, text: 'description', more: {} },
];

export interface Sent {
  readonly collection: Collection;
  readonly surface: Surface;
  readonly action: Action;
  /** The tag of the version that the If-Match names. */
  readonly etag?: string | undefined;
}

export interface Answered {
  readonly result: Result;
  readonly etag?: string | undefined;
}

export async function request(card: Card, sent: Sent): Promise<Answered> {
  const { method, path, body, headers } = requestOf(card, sent);
  let response: Response;
  let text: string;
  try {
    response = await fetch(card.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    text = await response.text();
  } catch (error) {
    return { result: { is: isNotConnected(error) ? 'refused' : 'unknown' } };
  }
  const { status } = response;
  if (status >= 500) return { result: { is: 'unknown' } };
  if (status === 404) return { result: { is: 'gone' } };
  if (status === 412) return { result: { is: 'changed' } };
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  return { result: resultOf(sent, text), etag: response.headers.get('etag') ?? undefined };
}

function requestOf({ userId, broadcastId }: Card, { collection, surface, action, etag }: Sent) {
  const base = surface === 'A' ? '/v1' : `/v1/users/${userId}/broadcasts/${broadcastId}`;
  const at = base + collection.paths[surface]!;
  const headers: Record<string, string> = {
    ...(surface === 'A' ? { authorization: `Bearer ${KEY}` } : { 'x-api-key': KEY }),
    'content-type': 'application/json',
    ...(etag !== undefined && { 'if-match': etag }),
  };
  switch (action.does) {
    case 'create': {
      const key = action.idempotencyKey;
      const all = key === undefined ? headers : { ...headers, 'idempotency-key': key };
      return {
        method: 'POST',
        path: at,
        headers: all,
        body: { ...collection.more, ...bodyOf(action.values, collection) },
      };
    }
    case 'update':
      return {
        method: surface === 'A' ? 'PUT' : 'PATCH',
        path: `${at}/${action.id}`,
        headers,
        body: bodyOf(action.changes, collection),
      };
    case 'list': {
      const after = action.after === undefined ? '' : `&startId=${action.after}`;
      return { method: 'GET', path: `${at}?limit=${action.limit}${after}`, headers };
    }
    default:
      return { method: action.does === 'read' ? 'GET' : 'DELETE', path: `${at}/${action.id}`, headers };
  }
}

const bodyOf = ({ title, text }: Partial<Values>, collection: Collection): JsonObject => ({
  ...(title !== undefined && { title }),
  ...(text !== undefined && { [collection.text]: text }),
});

function resultOf({ action, collection }: Sent, text: string): Result {
  if (action.does === 'delete') return { is: 'ok' };
  const answer = JSON.parse(text) as JsonObject;
  if (action.does !== 'list') return { is: 'ok', document: documentIn(answer, collection) };
  const documents = (answer['data'] as unknown as readonly JsonObject[]).map((each) => documentIn(each, collection));
  const total = answer['total'] ?? (isObject(answer['metadata']) ? answer['metadata']['total'] : undefined);
  return { is: 'listed', documents, total: Number(total) };
}

const documentIn = (shown: JsonObject, { text }: Collection): Document => ({
  id: String(shown['id'] ?? shown['_id']),
  createdAt: String(shown['created_at'] ?? shown['_createdAt']),
  values: { title: String(shown['title']), text: String(shown[text]) },
});

/** Nobody listens there: the request was not sent. */
const isNotConnected = (error: unknown): boolean =>
  ((error as Error).cause as { code?: unknown } | undefined)?.code === 'ECONNREFUSED';
