/**
 * The interface leaves much open, and a real service may have chosen otherwise than this one. Each variant is one such
 * choice, switched on by name and combinable, so that a client can be held against services that differ.
 */
export const VARIANTS = {
  'plain-errors': 'Errors are {"error": "…"} as application/json',
  'nested-errors': 'Errors are {"error": {"message": "…"}} as application/json',
  'ratelimit-headers': 'Only the RateLimit-* family of headers',
  'x-ratelimit-headers': 'Only the X-RateLimit-* family, with the reset as an epoch',
  'retry-after-date': 'Retry-After is a date, and there are no other rate-limit headers',
  'status-200': 'A creation answers 200 and has no Location',
  'empty-bodies': 'Creations and updates on Surface A answer with an empty body',
  'uuid-ids': 'Ids on Surface A are UUIDs',
  'newest-first': 'Lists begin with the newest',
  'other-timestamps': 'Timestamps are spelled with an offset of +00:00 and microseconds',
  normalising: 'Texts are trimmed, and keys are added inside blocks',
  cut: 'Texts are cut to 60 characters',
  'no-idempotency': 'Idempotency-Key is ignored',
  'no-etags': 'There are no ETags, and If-Match is ignored',
  'lagging-lists': 'Lists are a second behind the writes',
  'small-pages': 'A page has at most 20 entries, whatever is asked for',
  'no-total': 'Lists on Surface A have no total',
} as const;

export type Variant = keyof typeof VARIANTS;
export type Variants = ReadonlySet<Variant>;

export const isVariant = (name: string): name is Variant => Object.hasOwn(VARIANTS, name);
