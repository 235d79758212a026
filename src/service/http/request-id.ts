import { randomUUID } from 'node:crypto';
import type { Exchange } from './exchange.ts';
import { isKey } from '../logged-target.ts';

/** Long enough for the ids of proxies, and of characters that cannot break a line or a header. */
const SANE = /^[\w.:+/=@-]{1,128}$/;

/** The id that the client or a proxy gave to the request, unless it is unusable or a key; otherwise a new one. */
export function requestIdOf(c: Exchange, keys: PresentedKeys): string {
  const given = c.req.header('x-request-id');
  return given !== undefined && SANE.test(given) && !isKey(given, keys) ? given : randomUUID();
}

export type PresentedKeys = readonly (string | undefined)[];

export const presentedKeys = (c: Exchange): PresentedKeys => [
  c.req.header('x-api-key'),
  c.req.header('authorization')?.replace(/^\S+\s+/, ''),
];
