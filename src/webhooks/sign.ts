/**
 * A delivery is signed twice with one secret: `X-Service-Signature` covers the raw body, and the Standard Webhooks
 * signature covers id, time and body. A receiver chooses one of them and ignores the other.
 */
import { createHmac } from 'node:crypto';

export const SERVICE_SIGNATURE = 'x-service-signature';
export const WEBHOOK_ID = 'webhook-id';
export const WEBHOOK_TIMESTAMP = 'webhook-timestamp';
export const WEBHOOK_SIGNATURE = 'webhook-signature';

export interface Message {
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

export const serviceDigest = (secret: string, body: Message['body']): Buffer =>
  createHmac('sha256', secret).update(body).digest();

export const standardDigest = (secret: string, { id, timestamp, body }: Message): Buffer =>
  createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest();

const ENCODED_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?)$/;

/**
 * Standard Webhooks writes a key as `whsec_` followed by base64. Any other secret is text, and its bytes are the key.
 */
function standardKey(secret: string): Buffer {
  const encoded = ENCODED_SECRET.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
}
