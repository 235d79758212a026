const count = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 }, 'x-assumed': true });

/**
 * The interface names no headers, so both families that clients look for are sent. They express the reset differently.
 */
const RATE_LIMIT: Readonly<Record<string, object>> = {
  'RateLimit-Limit': count('Number of requests that the window allows'),
  'RateLimit-Remaining': count('Number of requests left in the window'),
  'RateLimit-Reset': count('Seconds until the window ends'),
  'X-RateLimit-Limit': count('Number of requests that the window allows'),
  'X-RateLimit-Remaining': count('Number of requests left in the window'),
  'X-RateLimit-Reset': count('The time at which the window ends, in seconds since 1970'),
};

export const headerComponents = (): Record<string, object> => ({
  ...RATE_LIMIT,
  'Retry-After': count('Seconds to wait before the next request'),
  ETag: { description: 'The version of the record, for `If-Match`', schema: { type: 'string' }, 'x-assumed': true },
  Location: {
    description: 'The URL of the created record',
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
