import type { Kind } from '../../kinds/kind.ts';
import type { Operation } from '../../kinds/operation.ts';
import { kinds } from '../../kinds/registry.ts';
import { schemaReference } from './form.ts';
import { RATE_LIMIT_HEADERS, RETRY_AFTER } from './headers.ts';

interface Failure {
  readonly name: string;
  readonly description: string;
  /** The interface lists this status. */
  readonly documented: boolean;
}

const FAILURES: Readonly<Record<string, Failure>> = {
  400: { name: 'BadRequest', description: 'Missing or invalid parameters or fields', documented: true },
  401: { name: 'Unauthorized', description: 'API key missing or invalid', documented: true },
  403: { name: 'Forbidden', description: 'Action not allowed by the plan', documented: true },
  404: {
    name: 'NotFound',
    description: 'The resource, or the broadcast in the path, does not exist for this key',
    documented: true,
  },
  409: { name: 'Conflict', description: 'Something else still refers to it', documented: false },
  412: {
    name: 'PreconditionFailed',
    description: 'It has changed since the version in `If-Match`',
    documented: false,
  },
  413: { name: 'ContentTooLarge', description: 'The body is larger than 1 MiB', documented: false },
  415: { name: 'UnsupportedMediaType', description: 'The body is not `application/json`', documented: false },
  422: {
    name: 'UnprocessableContent',
    description: 'The `Idempotency-Key` was already used with a different body',
    documented: false,
  },
  429: {
    name: 'TooManyRequests',
    description: 'Request limit exceeded; wait for the reset before retrying',
    documented: true,
  },
  500: { name: 'InternalServerError', description: 'Server-side error', documented: true },
};

export const errorComponents = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(FAILURES).map(([status, failure]) => [failure.name, errorResponse(status, failure)]),
  );

const errorResponse = (status: string, { description, documented }: Failure): object => ({
  description,
  ...(!documented && { 'x-assumed': true }),
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
