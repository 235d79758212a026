/** The operations of both surfaces, and their parameters. */
import type { Kind } from '../../kinds/kind.ts';
import { SURFACE_BASE, type Operation, type QueryParameter } from '../../kinds/operation.ts';
import { operationsIn, type Profile } from '../../kinds/operation.ts';
import { kinds } from '../../kinds/registry.ts';
import { many, one } from '../describe-type.ts';
import { errorResponses, successResponses } from './responses.ts';
import { openapiForm, pascalCase, schemaNames, schemaReference } from './openapi-schemas.ts';

export function openapiPaths(profile: Profile): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const kind of kinds) {
    for (const operation of operationsIn(kind, profile)) {
      const item = (paths[SURFACE_BASE[operation.surface] + operation.path] ??= {});
      item[operation.method.toLowerCase()] = describeOperation(kind, operation);
    }
  }
  return paths;
}

function describeOperation(kind: Kind, operation: Operation): object {
  const { verb, surface, documented } = operation;
  return {
    operationId: operationId(kind, operation),
    summary: summary(kind, operation),
    description: operationDescription(kind, operation),
    tags: [kind.title],
    ...(!documented && { 'x-assumed': true }),
    security: [{ [surface === 'A' ? 'surfaceA' : 'surfaceB']: [] }],
    parameters: operationParameters(operation),
    ...((verb === 'create' || verb === 'update') && { requestBody: requestBody(schemaNames(kind)[verb]) }),
    responses: { ...successResponses(kind, operation), ...errorResponses(kind, operation) },
  };
}

const requestBody = (schema: string): object => ({
  required: true,
  content: { 'application/json': { schema: schemaReference(schema) } },
});

/** A kind of Surface A that Surface B shows too needs two names for each operation. */
const isSeenFromSurfaceB = (kind: Kind, { surface }: Operation): boolean => surface !== kind.surface;

function operationId(kind: Kind, operation: Operation): string {
  const noun = operation.verb === 'list' ? many(kind.title).split(' ').map(pascalCase).join('') : pascalCase(kind.name);
  return `${operation.verb}${noun}${isSeenFromSurfaceB(kind, operation) ? 'OnSurfaceB' : ''}`;
}

function summary(kind: Kind, operation: Operation): string {
  const verb = pascalCase(operation.verb);
  const where = isSeenFromSurfaceB(kind, operation) ? ' on Surface B' : '';
  if (kind.single) return `${verb} the ${kind.title.toLowerCase()}`;
  return `${verb} ${operation.verb === 'list' ? many(kind.title) : one(kind.title)}${where}`;
}

/** One or two sentences about an operation, for tools that show more than its summary. */
function operationDescription(kind: Kind, operation: Operation): string {
  const does = `${DOES[operation.verb](kind)}.`;
  return operation.documented ? does : `${does} The interface does not show this operation; gitcast assumes it.`;
}

const oneOf = (kind: Kind): string => (kind.single ? `the ${kind.title.toLowerCase()}` : one(kind.title));

const DOES: Readonly<Record<Operation['verb'], (kind: Kind) => string>> = {
  list: (kind) => `Returns ${many(kind.title)}, one page at a time if the parameters limit it`,
  create: (kind) => `Creates ${oneOf(kind)} and returns it with the fields that the service sets`,
  read: (kind) => `Returns ${oneOf(kind)}, with its version in the \`ETag\` header`,
  update: (kind) => `Changes the fields of ${oneOf(kind)} that are in the body, and leaves the others unchanged`,
  delete: (kind) => `Deletes ${oneOf(kind)}`,
};

const OBJECT_ID = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' };

const inPath = (name: string, description: string, schema: object) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

export const inHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});

/** A header that the interface does not show. */
export const assumedHeader = (name: string, description: string) => ({
  ...inHeader(name, description),
  'x-assumed': true,
});

export const parameterComponents = (): Record<string, object> => ({
  UserId: inPath('userId', 'The user that owns the broadcast', OBJECT_ID),
  BroadcastId: inPath('broadcastId', 'The broadcast', OBJECT_ID),
  IdOnSurfaceA: inPath('id', 'The `id` of the record', { type: 'string' }),
  IdOnSurfaceB: inPath('id', 'The `_id` of the record', OBJECT_ID),
  // The service supports these headers to prevent lost updates and duplicate requests.
  IfMatch: assumedHeader('If-Match', 'Only if the record still has this version'),
  IfNoneMatch: assumedHeader('If-None-Match', 'Only if the record no longer has this version'),
  IdempotencyKey: assumedHeader(
    'Idempotency-Key',
    'Repeating a request with the same key within 24 hours returns the same answer and creates nothing twice',
  ),
});

function operationParameters(operation: Operation): readonly object[] {
  return [
    ...pathParameters(operation),
    ...operation.query.map(queryParameter),
    ...HEADERS[operation.verb].map(component),
  ];
}

const component = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function pathParameters({ surface, path }: Operation): readonly object[] {
  const whole = SURFACE_BASE[surface] + path;
  return [
    ...(whole.includes('{userId}') ? [component('UserId')] : []),
    ...(whole.includes('{broadcastId}') ? [component('BroadcastId')] : []),
    ...(whole.includes('{id}') ? [component(`IdOnSurface${surface}`)] : []),
  ];
}

const queryParameter = ({ name, schema, about, documented }: QueryParameter): object => ({
  name,
  in: 'query',
  description: about,
  schema: openapiForm(schema),
  ...(!documented && { 'x-assumed': true }),
});

const HEADERS: Readonly<Record<Operation['verb'], readonly string[]>> = {
  list: [],
  create: ['IdempotencyKey'],
  read: ['IfNoneMatch'],
  update: ['IfMatch'],
  delete: ['IfMatch'],
};
