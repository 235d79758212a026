/** The responses of operations, with their headers. */
import { assertNever } from '../../diagnostics/errors.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { Operation } from '../../kinds/operation.ts';
import { kinds } from '../../kinds/registry.ts';
import { schemaNames, schemaReference } from './openapi-schemas.ts';

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

const RATE_LIMIT_HEADERS = references(Object.keys(RATE_LIMIT));
const RETRY_AFTER = references(['Retry-After']);
const ETAG = references(['ETag']);
const LOCATION = references(['Location']);

/** The successful responses of an operation, by status. */
export function successResponses(kind: Kind, operation: Operation): Record<string, object> {
  const { verb, surface } = operation;
  const names = schemaNames(kind);
  const record = schemaReference(surface === 'A' ? names.record : names.recordOnSurfaceB);
  switch (verb) {
    case 'list':
      return {
        200: json('The list', surface === 'A' ? listOnSurfaceA(kind, record) : listOnSurfaceB(record), ETAG),
        304: STILL_THE_SAME,
      };
    case 'read':
      return { 200: json('The record', record, ETAG), 304: STILL_THE_SAME };
    case 'create':
      return {
        201: json('The created record', surface === 'A' ? schemaReference(names.created) : record, {
          ...LOCATION,
          ...ETAG,
        }),
      };
    case 'update':
      return { 200: json('The changed record', record, ETAG) };
    case 'delete':
      return surface === 'A'
        ? { 204: { description: 'It was deleted', headers: RATE_LIMIT_HEADERS } }
        : { 200: json('What was deleted', schemaReference('DeleteResult')) };
    default:
      return assertNever(verb);
  }
}

const STILL_THE_SAME = {
  description: 'It still has the version in `If-None-Match`',
  'x-assumed': true,
};

const json = (description: string, schema: object, headers: object = {}): object => ({
  description,
  headers: { ...headers, ...RATE_LIMIT_HEADERS },
  content: { 'application/json': { schema } },
});

const COUNTS = {
  total: { type: 'integer', minimum: 0, description: 'Total number of records' },
  limit: { type: 'integer', minimum: 1, description: 'Page size' },
  offset: { type: 'integer', minimum: 0, description: 'Number of records skipped at the start' },
};

/** The interface shows the envelope of these two lists without paging, or without any count. */
const COUNTS_SHOWN: Readonly<Record<string, readonly (keyof typeof COUNTS)[]>> = { webhook: [], place: ['total'] };

function listOnSurfaceA(kind: Kind, record: object): object {
  const counts = COUNTS_SHOWN[kind.name] ?? ['total', 'limit', 'offset'];
  return {
    type: 'object',
    properties: {
      data: { type: 'array', items: record },
      ...Object.fromEntries(counts.map((name) => [name, COUNTS[name]])),
    },
    required: ['data', ...counts.filter((name) => name === 'total')],
  };
}

const listOnSurfaceB = (record: object): object => ({
  type: 'object',
  properties: {
    data: { type: 'array', items: record },
    metadata: { type: 'object', description: 'Information about the list' },
    _type: { type: 'string', description: 'The type of the response' },
  },
  required: ['data', 'metadata', '_type'],
});

interface Failure {
  readonly name: string;
  readonly description: string;
  /** The interface lists this status. */
  readonly documented: boolean;
}

const documented = (name: string, description: string): Failure => ({ name, description, documented: true });
const assumed = (name: string, description: string): Failure => ({ name, description, documented: false });

const FAILURES: Readonly<Record<string, Failure>> = {
  400: documented('BadRequest', 'Missing or invalid parameters or fields'),
  401: documented('Unauthorized', 'API key missing or invalid'),
  403: documented('Forbidden', 'Action not allowed by the plan'),
  404: documented('NotFound', 'The resource, or the broadcast in the path, does not exist for this key'),
  409: assumed('Conflict', 'Something else still refers to it'),
  412: assumed('PreconditionFailed', 'It has changed since the version in `If-Match`'),
  413: assumed('ContentTooLarge', 'The body is larger than 1 MiB'),
  415: assumed('UnsupportedMediaType', 'The body is not `application/json`'),
  422: assumed('UnprocessableContent', 'The `Idempotency-Key` was already used with a different body'),
  429: documented('TooManyRequests', 'Request limit exceeded; wait for the reset before retrying'),
  500: documented('InternalServerError', 'Server-side error'),
};

export const errorComponents = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(FAILURES).map(([status, failure]) => [failure.name, errorResponse(status, failure)]),
  );

const errorResponse = (status: string, { description, documented: isDocumented }: Failure): object => ({
  description,
  ...(!isDocumented && { 'x-assumed': true }),
  ...(status === '429' && { headers: { ...RETRY_AFTER, ...RATE_LIMIT_HEADERS } }),
  content: { 'application/problem+json': { schema: schemaReference('Problem') } },
});

/** The errors of an operation, by status. */
export function errorResponses(kind: Kind, operation: Operation): Record<string, object> {
  const statuses = [...statusesOf(kind, operation)].sort();
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${FAILURES[status]!.name}` }]),
  );
}

function statusesOf(kind: Kind, { verb, surface, query }: Operation): readonly string[] {
  const hasBody = verb === 'create' || verb === 'update';
  const namesSomething = surface === 'B' || !['list', 'create'].includes(verb);
  return [
    '401',
    '403',
    '429',
    '500',
    ...(hasBody || query.length > 0 || surface === 'B' ? ['400'] : []),
    ...(hasBody ? ['413', '415'] : []),
    ...(namesSomething ? ['404'] : []),
    ...(verb === 'create' ? ['422'] : []),
    ...(verb === 'update' || verb === 'delete' ? ['412'] : []),
    ...(verb === 'delete' && surface === 'A' && isReferred(kind) ? ['409'] : []),
  ];
}

/** Surface A keeps its references intact: a record that another one points to cannot be deleted. */
const isReferred = (kind: Kind): boolean =>
  kinds
    .filter(({ surface }) => surface === 'A')
    .some(({ fields }) => Object.values(fields).some(({ schema }) => schema['x-pointer']?.includes(kind.name)));
