/** Answers that are errors: what they say, and what that means for the request and for the run. */
import { RemoteError, type RemoteErrorType } from '../diagnostics/errors.ts';
import { headerOf, type AnswerHead, type Method } from './http/exchange.ts';
import type { Redact } from './http/redact.ts';
import { isObject, nestsDeeper, type Json } from '../values/json.ts';
import { DEEPEST_ANSWER } from './answer-json.ts';

interface Words {
  readonly type: RemoteErrorType;
  readonly what: string;
  readonly suggestion?: string;
}

/** A refused request was not carried out, regardless of the method. */
export function refusal(
  { method, path, redact }: { readonly method: Method; readonly path: string; readonly redact: Redact },
  { status, headers, text }: AnswerHead & { readonly text: string },
): RemoteError {
  const { type, what, suggestion }: Words =
    status < 400
      ? redirected(status, redact(headerOf(headers, 'location') ?? ''))
      : (REFUSALS[status] ?? { type: 'refused', what: `was refused with ${status}` });
  const said = errorText(text, redact);
  return new RemoteError(`${method} ${redact(path)} ${what}${said === undefined ? '' : `: ${said}`}`, {
    type,
    status,
    made: 'no',
    ...(suggestion !== undefined && { suggestion }),
  });
}

const REFUSALS: Readonly<Record<number, Words>> = {
  401: {
    type: 'unauthorised',
    what: 'was refused with 401: the key is missing or invalid',
    suggestion:
      "check the variable that holds this target's key; create new keys in the broadcast's developer settings",
  },
  403: {
    type: 'forbidden',
    what: 'is not allowed (403)',
    suggestion: 'check that the broadcast has the Pro plan and that the key was created for it',
  },
  404: {
    type: 'not-found',
    what: 'found nothing (404)',
    suggestion: "check the target's `userId` and `broadcastId`, and that its `profile` matches the service",
  },
  412: {
    type: 'changed',
    what: 'was refused because the object has changed since it was read (412)',
    suggestion: 'plan again: the new plan shows what changed',
  },
  429: {
    type: 'rate-limited',
    what: 'was refused repeatedly because of too many requests (429)',
    suggestion: 'try again later, or lower --concurrency',
  },
};

/** Redirects are not followed: the key would be sent to the new address. */
function redirected(status: number, location: string): Words {
  const to = location === '' ? '' : ` to ${location.replace(/[?#].*$/, '').slice(0, 200)}`;
  return {
    type: 'redirected',
    what: `was answered with a redirect (${status})${to}, which is not followed`,
    suggestion: "set the target's `baseUrl` to the service's final address",
  };
}

const WHOLE_TARGET: ReadonlySet<RemoteErrorType> = new Set([
  'unauthorised',
  'redirected',
  'not-json',
  'unreachable',
  'unknown-host',
  'tls',
  'interrupted',
]);

/** True if the failure concerns the whole target, so no other request would succeed. */
export const stopsRun = ({ type }: RemoteError): boolean => WHOLE_TARGET.has(type);

const MOST_CHARACTERS = 2048;

/**
 * The error text of an answer. The interface does not document its shape, so the usual places are searched. One line of at
 * most 2 kB, without secrets; undefined if there is no text.
 */
export function errorText(body: string, redact: Redact): string | undefined {
  // Redacted before it is cut: half a secret at the end would not be recognised.
  const said = redact(spoken(body) ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return said === '' ? undefined : said.slice(0, MOST_CHARACTERS);
}

function spoken(body: string): string | undefined {
  const json = parsed(body);
  if (!isObject(json)) return htmlTitle(body);
  const { detail, message, error, errors } = json;
  const first = Array.isArray(errors) ? (errors as readonly Json[])[0] : undefined;
  const candidates = [detail, message, isObject(error) ? error['message'] : undefined, error, textOf(first)];
  return candidates.find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '');
}

/**
 * True if the body reports a failure, regardless of the status. An object with an id is the requested one, and may have
 * a field with such a name. A message alone may be about a success.
 */
export function saysError(body: Json): boolean {
  if (!isObject(body) || 'id' in body || '_id' in body) return false;
  const { error, errors, success, ok } = body;
  const codes = [body['status'], body['statusCode'], body['code']];
  return (
    isGiven(error) ||
    isGiven(errors) ||
    success === false ||
    ok === false ||
    codes.some((code) => typeof code === 'number' && code >= 400 && code < 600)
  );
}

const isGiven = (value: Json | undefined): boolean =>
  Boolean(value) && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0);

const textOf = (entry: Json | undefined): Json | undefined =>
  isObject(entry) ? (entry['detail'] ?? entry['message']) : entry;

function parsed(body: string): Json | undefined {
  try {
    return nestsDeeper(body, DEEPEST_ANSWER) ? undefined : (JSON.parse(body) as Json);
  } catch {
    return undefined;
  }
}

/** The title of an HTML page received instead: it often names the proxy or sign-in page in between. */
export const htmlTitle = (body: string): string | undefined => /<title[^>]*>([^<]{1,200})/i.exec(body)?.[1]?.trim();
