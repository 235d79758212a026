/**
 * A delivery is signed twice with one secret: `X-Service-Signature` covers the raw body, and the Standard Webhooks
 * signature covers id, time and body. docs/guides/webhooks.md verifies the second.
 */
import { createHmac } from 'node:crypto';

interface Message {
  /** The same for every attempt at a delivery. */
  readonly id: string;
  /** Seconds since 1970, at this attempt. */
  readonly timestamp: number;
  readonly body: string | Uint8Array;
}

/** The headers of a delivery. Without a secret it has an id and a time, but no signature. */
export function deliveryHeaders(message: Message, secret: string | null): Record<string, string> {
  const named = { 'webhook-id': message.id, 'webhook-timestamp': String(message.timestamp) };
  if (secret === null) return named;
  return {
    ...named,
    'x-service-signature': `sha256=${serviceDigest(secret, message.body).toString('hex')}`,
    'webhook-signature': `v1,${standardDigest(secret, message).toString('base64')}`,
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
