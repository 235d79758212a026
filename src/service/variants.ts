/**
 * The interface leaves a lot open, and a real service may have decided differently. Each variant is one such choice.
 * Variants are switched on by name and can be combined, so that a client can be tested against services that differ.
 */
export const VARIANTS = {
  'plain-errors': 'Errors are {"error": "…"} as application/json',
  'nested-errors': 'Errors are {"error": {"message": "…"}} as application/json',
  'ratelimit-headers': 'Sends only the RateLimit-* headers',
  'x-ratelimit-headers': 'Sends only the X-RateLimit-* headers, with the reset as a Unix timestamp',
  'retry-after-date': 'Sends Retry-After as a date, and no other rate-limit headers',
  'status-200': 'Creations answer with 200 and no Location',
  'empty-bodies': 'Creations and updates on Surface A answer with an empty body',
  'uuid-ids': 'Ids on Surface A are UUIDs',
  'newest-first': 'Lists begin with the newest',
  'other-timestamps': 'Timestamps have an offset of +00:00 and microseconds',
  normalising: 'Text is trimmed, and keys are added inside blocks',
  cut: 'Text is cut to 60 characters',
  'no-descriptions': 'Descriptions are accepted, but not stored',
  'no-idempotency': 'Idempotency-Key is ignored',
  'no-etags': 'ETags are not sent, and If-Match is ignored',
  'lagging-lists': 'Lists lag one second behind writes',
  'small-pages': 'A page has at most 20 entries, regardless of the requested size',
  'no-total': 'Lists on Surface A do not include a total',
} as const;

/** The name of a variant. */
export type Variant = keyof typeof VARIANTS;
export type Variants = ReadonlySet<Variant>;

export const isVariant = (name: string): name is Variant => Object.hasOwn(VARIANTS, name);
