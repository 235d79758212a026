import { assertNever } from '../../diagnostics/errors.ts';
import { SURFACE_BASE, type Operation, type QueryParameter } from '../../kinds/operation.ts';
import { openapiForm } from './form.ts';

const OBJECT_ID = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' };

const inPath = (name: string, description: string, schema: object) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

/**
 * The interface does not show these headers; the service supports them to prevent lost updates and duplicate requests.
 */
const inHeader = (name: string, description: string) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
  'x-assumed': true,
});

export const parameterComponents = (): Record<string, object> => ({
  UserId: inPath('userId', 'The user that owns the broadcast', OBJECT_ID),
  BroadcastId: inPath('broadcastId', 'The broadcast', OBJECT_ID),
  IdOnSurfaceA: inPath('id', 'The `id` of the record', { type: 'string' }),
  IdOnSurfaceB: inPath('id', 'The `_id` of the record', OBJECT_ID),
  IfMatch: inHeader('If-Match', 'Only if the record still has this version'),
  IfNoneMatch: inHeader('If-None-Match', 'Only if the record no longer has this version'),
  IdempotencyKey: inHeader(
    'Idempotency-Key',
    'Repeating a request with the same key within 24 hours returns the same answer and creates nothing twice',
  ),
});

export function operationParameters(operation: Operation): readonly object[] {
  return [...pathParameters(operation), ...operation.query.map(queryParameter), ...headerParameters(operation)];
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

function headerParameters({ verb }: Operation): readonly object[] {
  switch (verb) {
    case 'create':
      return [component('IdempotencyKey')];
    case 'read':
      return [component('IfNoneMatch')];
    case 'update':
    case 'delete':
      return [component('IfMatch')];
    case 'list':
      return [];
    default:
      return assertNever(verb);
  }
}
