import { hash } from 'node:crypto';

/** The result of a handler. Turning it into a response (rate-limit headers, ETags, variants) happens in one place. */
export interface Answer {
  readonly status: 200 | 201 | 204 | 304;
  readonly body: string | null;
  readonly etag?: string;
  readonly location?: string;
}

export const etagOf = (body: string): string => `"${hash('sha1', body, 'base64url')}"`;

/** True if an If-Match or If-None-Match header names this ETag. */
export function namesEtag(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((each) => each.trim() === etag);
}
