/**
 * Access to what a service shows and does on its own machine: its page, and injected faults. Any program of the machine can
 * connect, and so can everybody whom a proxy on it forwards, so the address is no proof. The secret is: it is made at each
 * start, and printed there only.
 *
 * It is sent in a header and never in a cookie: those of 127.0.0.1 go to every server on it, whatever the port.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';

const SECRET_HEADER = 'X-Gitcast-Secret';

export const newSecret = (): string => randomBytes(24).toString('base64url');

/** In constant time, also for texts of another length. */
export const knowsSecret = (c: Context, secret: string): boolean =>
  timingSafeEqual(digestOf(c.req.header(SECRET_HEADER) ?? ''), digestOf(secret));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export const SECRET_NEEDED = `the secret that gitcast serve printed when it started is required; send it as ${SECRET_HEADER}: <secret>`;
