/**
 * A delivery is signed twice with one secret: `X-Service-Signature` covers the raw body, and the Standard Webhooks
 * signature covers id, time and body. A receiver chooses one of them and ignores the other.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { ifPossible } from '../values/if-possible.ts';
import { isObject } from '../values/json.ts';
import { REMEMBERED_FOR } from './seen.ts';

/** The signature that a receiver relies on. It uses exactly one: an attacker must not be able to choose the weaker. */
export type Scheme = 'service' | 'standard';

/** The result of checking a signature. */
export type Verdict =
  /** The signature fits the body. */
  | { readonly valid: true }
  /** It does not, or is too old. */
  | { readonly valid: false; readonly reason: string };

export interface Signed {
  readonly scheme: Scheme;
  readonly secret: string;
  /** Names in any case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as received: parsing and serialising it again would change its signature. */
  readonly body: string | Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly toleranceSeconds?: number;
}

const VALID: Verdict = { valid: true };
const invalid = (reason: string): Verdict => ({ valid: false, reason });

export function verify(signed: Signed): Verdict {
  return signed.scheme === 'service' ? verifyService(signed) : verifyStandard(signed);
}

/**
 * This scheme signs the body alone, so a recorded delivery stays valid for ever. The time inside the body therefore
 * decides, and the receiver remembers ids for as many days.
 */
function verifyService({ secret, headers, body, now }: Signed): Verdict {
  const header = headerOf(headers, SERVICE_SIGNATURE);
  if (header === undefined) return invalid(`the header ${SERVICE_SIGNATURE} is missing`);
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header.trim())?.[1];
  if (hex === undefined) return invalid('the signature is not `sha256=` and 64 hexadecimal characters');
  if (!timingSafeEqual(Buffer.from(hex, 'hex'), serviceDigest(secret, body))) return MISMATCH;
  const age = now - (madeAt(body) ?? now);
  return age <= REMEMBERED_FOR
    ? VALID
    : invalid(
        `the body was created ${Math.floor(age / DAY)} days ago; deliveries older than ${REMEMBERED_FOR / DAY} days are rejected`,
      );
}

const DAY = 24 * 60 * 60 * 1000;

/** Undefined if the body has none: the receiver rejects that itself. */
function madeAt(body: Signed['body']): number | undefined {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const value = ifPossible(() => JSON.parse(text) as unknown);
  const time = isObject(value) ? Date.parse(String(value['timestamp'])) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * How far the clocks may differ, and how long a recorded delivery can be replayed; the value that Standard Webhooks
 * recommends.
 */
const TOLERANCE = 5 * 60;

function verifyStandard({ secret, headers, body, now, toleranceSeconds = TOLERANCE }: Signed): Verdict {
  const [id, time, signatures] = [WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE].map((name) =>
    headerOf(headers, name),
  );
  if (id === undefined) return invalid(`the header ${WEBHOOK_ID} is missing`);
  if (time === undefined) return invalid(`the header ${WEBHOOK_TIMESTAMP} is missing`);
  if (signatures === undefined) return invalid(`the header ${WEBHOOK_SIGNATURE} is missing`);
  if (!/^\d{1,12}$/.test(time)) return invalid(`${WEBHOOK_TIMESTAMP} is not a number of seconds`);
  const timestamp = Number(time);
  const age = Math.floor(now / 1000) - timestamp;
  if (Math.abs(age) > toleranceSeconds) {
    const when = age > 0 ? `${age} s ago` : `${-age} s in the future`;
    return invalid(`it was signed ${when}; at most ${toleranceSeconds} s are accepted`);
  }
  const expected = standardDigest(secret, { id, timestamp, body });
  // There are several signatures while a secret is being rotated.
  const given = signatures.split(' ').flatMap((each) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(each)?.[1] ?? []);
  if (given.length === 0) return invalid('the signature is not `v1,` and 44 characters of base64');
  return given.some((each) => timingSafeEqual(Buffer.from(each, 'base64'), expected)) ? VALID : MISMATCH;
}

const MISMATCH = invalid('the signature does not match: the secret is different, or the body was changed in transit');

function headerOf(headers: Signed['headers'], name: string): string | undefined {
  const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'string' ? value : value?.[0];
}

export const SERVICE_SIGNATURE = 'x-service-signature';
export const WEBHOOK_ID = 'webhook-id';
export const WEBHOOK_TIMESTAMP = 'webhook-timestamp';
export const WEBHOOK_SIGNATURE = 'webhook-signature';

interface Message {
  /** The same for every attempt at a delivery. */
  readonly id: string;
  /** Seconds since 1970, at this attempt. */
  readonly timestamp: number;
  readonly body: string | Uint8Array;
}

/** The headers of a delivery. Without a secret it has an id and a time, but no signature. */
export function deliveryHeaders(message: Message, secret: string | null): Record<string, string> {
  const named = { [WEBHOOK_ID]: message.id, [WEBHOOK_TIMESTAMP]: String(message.timestamp) };
  if (secret === null) return named;
  return {
    ...named,
    [SERVICE_SIGNATURE]: `sha256=${serviceDigest(secret, message.body).toString('hex')}`,
    [WEBHOOK_SIGNATURE]: `v1,${standardDigest(secret, message).toString('base64')}`,
  };
}

const serviceDigest = (secret: string, body: Message['body']): Buffer =>
  createHmac('sha256', secret).update(body).digest();

const standardDigest = (secret: string, { id, timestamp, body }: Message): Buffer =>
  createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest();

const ENCODED_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?)$/;

/**
 * Standard Webhooks writes a key as `whsec_` followed by base64. Any other secret is text, and its bytes are the key.
 */
function standardKey(secret: string): Buffer {
  const encoded = ENCODED_SECRET.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}
