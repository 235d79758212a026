import type { Profile } from '../../kinds/operation.ts';
import { kindNamed, type KindName } from '../../kinds/registry.ts';
import { ACCEPTED_EVENT_TYPES, type WebhookEventType } from '../../kinds/webhook.ts';
import { one } from '../describe-type.ts';
import { assumedHeader, inHeader } from './paths.ts';
import { pascalCase, schemaNames, schemaReference } from './openapi-schemas.ts';

/** The requests that the service sends to the URLs that webhooks register. */
export const openapiWebhooks = (profile: Profile): Record<string, object> =>
  Object.fromEntries(ACCEPTED_EVENT_TYPES[profile].map((type) => [type, { post: delivery(type) }]));

const HAPPENED: Readonly<Record<string, string>> = { published: 'became visible' };

function delivery(type: WebhookEventType): object {
  const [kind, verb] = type.split('.') as [KindName, string];
  return {
    operationId: `on${type.split('.').map(pascalCase).join('')}`,
    summary: `${pascalCase(one(kindNamed(kind).title))} ${HAPPENED[verb] ?? `was ${verb}`}`,
    description: isDocumented(type)
      ? 'The interface defines the event type and the signature header; the body is assumed.'
      : 'An event type of the extended profile, which the interface does not define.',
    ...(!isDocumented(type) && { 'x-assumed': true }),
    tags: ['Webhook'],
    security: [],
    parameters: SIGNATURE,
    requestBody: { required: true, content: { 'application/json': { schema: body(type, kind) } } },
    responses: {
      '2XX': { description: 'The receiver accepted it' },
      410: { description: 'The receiver wants no more deliveries: the webhook is disabled' },
    },
  };
}

const isDocumented = (type: WebhookEventType): boolean => ACCEPTED_EVENT_TYPES.documented.includes(type);

const body = (type: WebhookEventType, kind: KindName): object => ({
  type: 'object',
  'x-assumed': true,
  properties: {
    id: { type: 'string', description: 'The same for every attempt of one delivery' },
    type: { const: type, description: 'What happened' },
    timestamp: { type: 'string', format: 'date-time', description: 'The time at which it happened' },
    data: schemaReference(schemaNames(kindNamed(kind)).record),
  },
  required: ['id', 'type', 'timestamp', 'data'],
});

const SIGNATURE = [
  inHeader(
    'X-Service-Signature',
    '`sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, if the webhook has a secret',
  ),
  assumedHeader('webhook-id', 'The id of the delivery, according to Standard Webhooks'),
  assumedHeader('webhook-timestamp', 'Seconds since 1970, according to Standard Webhooks'),
  assumedHeader('webhook-signature', 'The signature, according to Standard Webhooks'),
];
