import { unescape } from 'node:querystring';
import { secretTexts } from '../diagnostics/secret-text.ts';
import type { Operation } from '../kinds/operation.ts';
import type { DeliveryState } from './deliveries/delivery-store.ts';

/** A request that the embedded service answered. */
export interface LoggedRequest {
  /** The id of the request. */
  readonly id: string;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  /** The HTTP method. */
  readonly method: string;
  /** Path and query, without keys (`loggedTarget`). */
  readonly path: string;
  /** The status of the response. */
  readonly status: number;
  /** How long the answer took, in milliseconds. */
  readonly durationMs: number;
  /** The declared operation that served the request, such as `event.create`, or undefined. */
  readonly operation: string | undefined;
}

/** The result of an attempt. */
export interface Attempted {
  /** The status of the receiver's answer, if there was one. */
  readonly status: number | null;
  /** The reason why it failed. */
  readonly error: string | null;
  /** `pending` if it is sent again later, `returned` if another process sends it. */
  readonly state: DeliveryState | 'returned';
}

/** An attempt of the embedded service to deliver to a webhook. */
export interface LoggedDelivery extends Attempted {
  /** The id of the delivery, the same in each attempt. */
  readonly id: string;
  /** The event that it reports, such as `event.created`. */
  readonly type: string;
  /** The id of the webhook. */
  readonly webhookId: string;
  /** The id of the broadcast. */
  readonly broadcastId: string;
  /** The number of the attempt. */
  readonly attempt: number;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** The id of the request that led to it, if it is known. */
  readonly requestId: string | null;
}

/** Tells listeners of each request. */
export class RequestLog {
  readonly #listeners = new Set<(request: LoggedRequest) => void>();

  add(request: LoggedRequest): void {
    for (const listener of this.#listeners) listener(request);
  }

  onRequest(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

const REMOVED = '[removed]';

/** The keys sent with a request. */
export type PresentedKeys = readonly (string | undefined)[];

interface Logged {
  readonly target: string;
  readonly operation: Operation | undefined;
  readonly keys: PresentedKeys;
}

/**
 * The path and query of a request as logged. Some clients put their key in the query, or paste it into a path: for a
 * parameter that the operation does not have, only the name is kept, and anything that looks like a key is removed.
 */
export function loggedTarget({ target: given, operation, keys }: Logged): string {
  // With a single leading slash: two would be read as a host.
  const target = given.replace(/^\/+/, '/');
  if (isPlain(target) && !holdsKey(target, keys)) return target;
  const [path = '', ...query] = target.split('?');
  const parameterNames = new Set(operation?.query.map(({ name }) => name));
  const shown = (text: string): string => (isKey(text, keys) ? REMOVED : text);
  const parameters = query
    .join('?')
    .split('&')
    .map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      if (value.length === 0) return parameterNames.has(name) || name === '' ? name : REMOVED;
      return `${shown(name)}=${parameterNames.has(name) ? shown(value.join('=')) : REMOVED}`;
    });
  const segments = path.split('/').map(shown).join('/');
  return query.length === 0 ? segments : `${segments}?${parameters.join('&')}`;
}

/** Nothing in it is encoded, and there is no query. */
const isPlain = (target: string): boolean => !/[?%]/.test(target);

/** No client encodes text more often than this, and a deeper level could hide a key. */
const MOST_DECODINGS = 8;

/** True if a text contains a key, however often it is encoded. */
export function isKey(text: string, keys: PresentedKeys): boolean {
  let decoded = text;
  for (let times = 0; times <= MOST_DECODINGS; times++) {
    if (holdsKey(decoded, keys)) return true;
    // Unlike decodeURIComponent, it decodes as much as it can of text with a stray percent sign.
    const next = unescape(decoded);
    if (next === decoded) return false;
    decoded = next;
  }
  return true;
}

function holdsKey(text: string, keys: PresentedKeys): boolean {
  const small = text.toLowerCase();
  return (
    secretTexts(text).length > 0 ||
    keys.some((key) => key !== undefined && key !== '' && small.includes(key.toLowerCase()))
  );
}
