/** The operations on a target, for every kind: the declared operations, called with their surface's credential. */
import { RemoteError, UserError } from '../diagnostics/errors.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { SURFACE_BASE, type Operation, type Verb } from '../kinds/operation.ts';
import { operationFor, type Reachable } from '../kinds/capabilities.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';
import { plainData } from '../values/secret-reference.ts';
import type { KindReading, RemoteRecord } from '../model/snapshot.ts';
import { headerOf } from './http/exchange.ts';
import { answersInPart, hiddenInList, idOf, toRecord } from './record.ts';
import type { Counts, Http, HttpAnswer, HttpRequest } from './http/http.ts';
import { Intake, listAll, type Page, type Range } from './listing.ts';
import { idInLocation } from './verdict.ts';

export interface ClientOptions extends RouteOptions {
  readonly http: Http;
  readonly key: string;
}

/** The answer to a creation. If it lacks what was sent, at most the id is known, and the caller reads the object back. */
export interface Created {
  readonly id?: string;
  readonly record?: RemoteRecord;
}

interface Writing {
  /** Further strings that must not appear in errors or traces. */
  readonly secrets?: readonly string[];
}

export interface Client {
  readonly broadcastId: string;
  /** True if the profile has an operation for this verb; with an id, an operation that accepts that id. */
  readonly can: (kind: KindName, verb: Verb, id?: string) => boolean;
  /** All objects of a kind, or the reason why the list is incomplete. */
  readonly list: (kind: KindName, reading?: { readonly intake: Intake }) => Promise<KindReading>;
  /** Undefined if there is no such object. The broadcast's id may be left out. */
  readonly read: (
    kind: KindName,
    id?: string,
    reading?: { readonly intake: Intake },
  ) => Promise<RemoteRecord | undefined>;
  readonly create: (
    kind: KindName,
    body: JsonObject,
    details: Writing & { readonly idempotencyKey: string },
  ) => Promise<Created>;
  /** Undefined if the answer did not have all that was sent: the caller reads the object back. */
  readonly update: (
    kind: KindName,
    id: string,
    body: JsonObject,
    details?: Writing & { readonly etag?: string | undefined },
  ) => Promise<RemoteRecord | undefined>;
  /** False if there is no such object. */
  readonly delete: (kind: KindName, id: string, details?: { readonly etag?: string | undefined }) => Promise<boolean>;
  readonly counts: () => Counts;
  /** Allows requests again after a failure that stopped a run. */
  readonly resume: () => void;
}

export function createClient(options: ClientOptions): Client {
  const { http, broadcastId } = options;
  const key = checkedKey(options.key);

  const chosen = (kind: KindName, verb: Verb, id?: string): Operation => {
    const operation = operationFor(kind, verb, options, id);
    if (operation) return operation;
    const { folder, title } = kindNamed(kind);
    throw new RemoteError(`cannot ${verb} ${folder ?? title}: the target does not support it`, { type: 'unsupported' });
  };

  const call = (
    operation: Operation,
    { id, query = '', headers = {}, body, secrets = [] }: Call,
  ): Promise<HttpAnswer> => {
    const { method, surface } = operation;
    const request: HttpRequest = {
      method,
      path: pathOf(operation, options, id) + query,
      headers: {
        accept: 'application/json',
        'user-agent': 'gitcast',
        // A proxy that answers from its cache would return an outdated list.
        ...(method === 'GET' && { 'cache-control': 'no-cache' }),
        ...(surface === 'A' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      secrets: [key, ...secrets],
      ...(body && { body: plainData(body) }),
    };
    return http.send(request);
  };

  const list: Client['list'] = async (kind, { intake } = { intake: new Intake() }) => {
    const operation = operationFor(kind, 'list', options);
    if (!operation) return { type: 'unreadable' };
    const unclear = new Set<Json>();
    const listing = await listAll({
      fetch: async (range) => {
        const answer = await call(operation, { query: queryOf(operation, range) });
        for (const part of answer.doubtful) unclear.add(part);
        return toPage(answer, operation);
      },
      idOf: (entry) => idOf(kind, entry),
      pageSize: operation.surface === 'A' ? 200 : 50,
      paged: operation.query.some(({ name }) => name === 'limit'),
      parallel: http.concurrency,
      intake,
    });
    const hidden = hiddenInList(kind, [...listing.entries.values()]);
    const records = new Map(
      [...listing.entries].map(([id, entry]) => [
        id,
        toRecord(kind, entry, { id, hidden, doubtful: unclear.has(entry) }),
      ]),
    );
    if (listing.incomplete === undefined) return { type: 'read', records };
    return { type: 'unknown', reason: listing.incomplete, records };
  };

  const read: Client['read'] = async (kind, id = broadcastId, { intake } = { intake: new Intake() }) => {
    const operation = chosen(kind, 'read', id);
    try {
      intake.assertRoom();
      const answer = await call(operation, { id });
      const { body, headers, size = 0 } = answer;
      intake.take(size, 1);
      if (isAnswerFor(kind, id, body))
        return toRecord(kind, body, { id, etag: headerOf(headers, 'etag'), ...doubts(answer) });
      throw otherAnswer(kind, `GET ${pathOf(operation, options, id)}`, body);
    } catch (error) {
      if (error instanceof RemoteError && error.type === 'not-found') return undefined;
      throw error;
    }
  };

  const create: Client['create'] = async (kind, body, { idempotencyKey, secrets }) => {
    const headers = { 'idempotency-key': idempotencyKey };
    const operation = chosen(kind, 'create');
    const answer = await call(operation, { body, headers, ...(secrets && { secrets }) });
    const answered = isObject(answer.body) ? idOf(kind, answer.body) : undefined;
    const id = answered ?? idInLocation(answer.headers, pathOf(operation, options));
    const record = id === undefined ? undefined : writtenRecord(kind, id, body, answer);
    return { ...(id !== undefined && { id }), ...(record && { record }) };
  };

  const update: Client['update'] = async (kind, id, body, { etag, secrets } = {}) => {
    const operation = chosen(kind, 'update', id);
    const headers = precondition(kind, operation, etag);
    const answer = await call(operation, { id, body, headers, ...(secrets && { secrets }) });
    const record = writtenRecord(kind, id, body, answer);
    // Any other body may be an error or a confirmation, so the caller reads the object itself.
    if (!record && !isAnswerFor(kind, id, answer.body) && !confirmsOnly(answer.body)) {
      throw otherAnswer(kind, `${operation.method} ${pathOf(operation, options, id)}`, answer.body, 'unknown');
    }
    return record;
  };

  const remove: Client['delete'] = async (kind, id, { etag } = {}) => {
    const operation = chosen(kind, 'delete', id);
    try {
      await call(operation, { id, headers: precondition(kind, operation, etag) });
      return true;
    } catch (error) {
      if (error instanceof RemoteError && (error.type === 'not-found' || error.made === 'yes'))
        return error.made === 'yes';
      throw error;
    }
  };

  return {
    broadcastId,
    can: (kind, verb, id) => operationFor(kind, verb, options, id) !== undefined,
    list,
    read,
    create,
    update,
    delete: remove,
    counts: http.counts,
    resume: http.resume,
  };
}

interface Call extends Writing, Partial<Pick<HttpRequest, 'headers'>> {
  readonly id?: string;
  readonly query?: string;
  readonly body?: JsonObject;
}

function queryOf({ surface }: Operation, range: Range | undefined): string {
  if (!range) return '';
  return `?limit=${range.limit}&${surface === 'A' ? 'offset' : 'skip'}=${range.offset}`;
}

function toPage({ body, size = 0 }: HttpAnswer, { surface, path }: Operation): Page {
  const data = isObject(body) ? body['data'] : undefined;
  if (!isObject(body) || !Array.isArray(data) || !data.every((entry: Json) => isObject(entry))) {
    throw new RemoteError(`the answer to GET ${path} is not a list in the documented format`, {
      type: 'malformed',
    });
  }
  const { metadata } = body;
  const total = surface === 'A' ? body['total'] : isObject(metadata) ? metadata['total'] : undefined;
  return { entries: data, total: typeof total === 'number' && Number.isSafeInteger(total) ? total : undefined, size };
}

/** An answer without the object, or without a part of what was sent, does not show what was stored. */
function writtenRecord(kind: KindName, id: string, sent: JsonObject, answer: HttpAnswer): RemoteRecord | undefined {
  const { body, headers } = answer;
  if (!isAnswerFor(kind, id, body) || answersInPart(kind, sent, body)) return undefined;
  return toRecord(kind, body, { id, etag: headerOf(headers, 'etag'), ...doubts(answer) });
}

const doubts = ({ body, doubtful }: HttpAnswer) => ({ doubtful: body !== undefined && doubtful.has(body) });

/** The broadcast's id comes from the configuration, where hexadecimal digits may be upper or lower case. */
function isAnswerFor(kind: KindName, id: string, body: Json | undefined): body is JsonObject {
  const answered = isObject(body) ? idOf(kind, body) : undefined;
  return answered === id || (kindNamed(kind).single === true && answered?.toLowerCase() === id.toLowerCase());
}

/** True if the body contains nothing about the object and no error. */
function confirmsOnly(body: Json | undefined): boolean {
  if (!isObject(body)) return (body ?? null) === null;
  return Object.keys(body).length === 0 || body['success'] === true || body['ok'] === true;
}

/** An ETag belongs to the kind's own surface; the other surface represents the same object differently. */
const precondition = (kind: KindName, { surface }: Operation, etag: string | undefined): Record<string, string> =>
  etag === undefined || surface !== kindNamed(kind).surface ? {} : { 'if-match': etag };

function otherAnswer(kind: KindName, request: string, body: Json | undefined, made?: 'unknown'): RemoteError {
  const id = isObject(body) ? idOf(kind, body) : undefined;
  const isWrapped = isObject(body) && isObject(body['data']);
  const what =
    id !== undefined
      ? `is the object ${id.slice(0, 100)}, not the one requested`
      : `is not an object with an id${isWrapped ? '; there is one inside `data`' : ''}`;
  return new RemoteError(`the answer to ${request} ${what}`, {
    type: 'malformed',
    ...(made && { made }),
    suggestion: "check the target's `baseUrl`: this is not the API that gitcast uses",
  });
}

/** Rejected here, because a library's error about an invalid header could reveal the key. */
function checkedKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UserError(
    `the API key ${key === '' ? 'is empty' : 'contains invalid characters, perhaps a space or a line break'}`,
    {
      suggestion: "set its variable to the key exactly as shown in the broadcast's developer settings",
    },
  );
}

interface RouteOptions extends Reachable {
  readonly userId: string;
  readonly broadcastId: string;
}

/** The path of an operation on a target. */
function pathOf({ surface, path }: Operation, { userId, broadcastId }: RouteOptions, id = ''): string {
  const values: Readonly<Record<string, string>> = { userId, broadcastId, id };
  return (SURFACE_BASE[surface] + path).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}
