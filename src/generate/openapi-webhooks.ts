import { kindNamed, type KindName } from '../kinds/registry.ts';
import { WEBHOOK_EVENT_TYPES } from '../kinds/webhook.ts';
import { pascalCase, schemaReference } from './openapi-form.ts';
import { schemaNames } from './openapi-schemas.ts';

type EventType = (typeof WEBHOOK_EVENT_TYPES)[number];

const SUBJECTS: Readonly<Record<EventType, { readonly kind: KindName; readonly when: string }>> = {
  'event.created': { kind: 'event', when: 'An event was created' },
  'event.updated': { kind: 'event', when: 'An event was updated' },
  'event.deleted': { kind: 'event', when: 'An event was deleted' },
  'article.published': { kind: 'article', when: 'An article became visible' },
  'place.created': { kind: 'place', when: 'A place was created' },
};

/** What the service sends to the addresses that webhooks register. */
export const openapiWebhooks = (): Record<string, object> =>
  Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, { post: delivery(type) }]));

function delivery(type: EventType): object {
  const { kind, when } = SUBJECTS[type];
  return {
    operationId: `on${type.split('.').map(pascalCase).join('')}`,
    summary: when,
    description: 'The interface gives the event types and the signature header; the body is assumed.',
    tags: ['Webhook'],
    security: [],
    parameters: SIGNATURE,
    requestBody: { required: true, content: { 'application/json': { schema: body(type, kind) } } },
    responses: {
      '2XX': { description: 'The receiver took it' },
      410: { description: 'The receiver wants no more: the webhook is switched off' },
    },
  };
}

const body = (type: EventType, kind: KindName): object => ({
  type: 'object',
  'x-assumed': true,
  properties: {
    id: { type: 'string', description: 'The same for every attempt at one delivery' },
    type: { const: type, description: 'What happened' },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
    data: schemaReference(schemaNames(kindNamed(kind)).record),
  },
  required: ['id', 'type', 'timestamp', 'data'],
});

const inHeader = (name: string, description: string, assumed: object = { 'x-assumed': true }) => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
  ...assumed,
});

const SIGNATURE = [
  inHeader(
    'X-Service-Signature',
    '`sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, when the webhook has a secret',
    {},
  ),
  inHeader('webhook-id', 'The id of the delivery, as Standard Webhooks has it'),
  inHeader('webhook-timestamp', 'Seconds since 1970, as Standard Webhooks has it'),
  inHeader('webhook-signature', 'The signature as Standard Webhooks has it'),
];
