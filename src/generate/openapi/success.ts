import { assertNever } from '../../diagnostics/errors.ts';
import type { Kind } from '../../kinds/kind.ts';
import type { Operation } from '../../kinds/operation.ts';
import { schemaReference } from './form.ts';
import { ETAG, LOCATION, RATE_LIMIT_HEADERS } from './headers.ts';
import { schemaNames } from './schemas.ts';

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
