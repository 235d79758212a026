const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 }, 'x-assumed': true });

/** The interface names no headers, so both families that clients look for are sent. They count the reset differently. */
const RATE_LIMIT: Readonly<Record<string, object>> = {
  'RateLimit-Limit': count('How many requests the window allows'),
  'RateLimit-Remaining': count('How many of them are left'),
  'RateLimit-Reset': count('Seconds until the window ends'),
  'X-RateLimit-Limit': count('How many requests the window allows'),
  'X-RateLimit-Remaining': count('How many of them are left'),
  'X-RateLimit-Reset': count('When the window ends, in seconds since 1970'),
};

export const headerComponents = (): Record<string, object> => ({
  ...RATE_LIMIT,
  'Retry-After': count('Seconds to wait before the next request'),
  ETag: { description: 'The version of the record, for `If-Match`', schema: { type: 'string' }, 'x-assumed': true },
  Location: {
    description: 'Where the created record is',
    schema: { type: 'string', format: 'uri-reference' },
    'x-assumed': true,
  },
});

const references = (names: readonly string[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const RATE_LIMIT_HEADERS = references(Object.keys(RATE_LIMIT));
export const RETRY_AFTER = references(['Retry-After']);
export const ETAG = references(['ETag']);
export const LOCATION = references(['Location']);
