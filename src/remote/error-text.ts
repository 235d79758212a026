/**
 * Extracts the error text from an answer. The interface does not document its shape, so the usual places are searched.
 */
import { isObject, nestsDeeper, type Json } from '../values/json.ts';
import { DEEPEST_ANSWER } from './answer-json.ts';
import type { Redact } from './http/redact.ts';

const MOST_CHARACTERS = 2048;

/** One line of at most 2 kB, without secrets; undefined if there is no text. */
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
