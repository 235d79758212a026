import { needed, surfaceACommon } from './common-fields.ts';
import { defineKind } from './kind.ts';
import { onSurfaceA, type Profile } from './operation.ts';
import { flag, list, openValues, text } from './schema.ts';

/** The event types that the interface names; the complete list is not shown. */
export const WEBHOOK_EVENT_TYPES = [
  'event.created',
  'event.updated',
  'event.deleted',
  'article.published',
  'place.created',
] as const;

/** Event types that the extended profile adds: created, updated and deleted for every kind on Surface A. */
const ASSUMED_EVENT_TYPES = [
  'article.created',
  'article.updated',
  'article.deleted',
  'place.updated',
  'place.deleted',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
] as const;

export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES | typeof ASSUMED_EVENT_TYPES)[number];

export const ACCEPTED_EVENT_TYPES: Readonly<Record<Profile, readonly WebhookEventType[]>> = {
  documented: WEBHOOK_EVENT_TYPES,
  extended: [...WEBHOOK_EVENT_TYPES, ...ASSUMED_EVENT_TYPES],
};

export const webhook = defineKind({
  name: 'webhook',
  title: 'Webhook',
  summary: 'A URL of yours that the service notifies of changes.',
  surface: 'A',
  folder: 'webhooks',
  closed: true,
  fields: {
    ...surfaceACommon,
    url: needed(text({ format: 'https-url' }), 'The HTTPS URL to notify'),
    events: {
      ...needed(list(openValues(WEBHOOK_EVENT_TYPES)), 'The event types to notify it of'),
      accepted: ACCEPTED_EVENT_TYPES,
    },
    secret: { schema: text({ 'x-sensitive': true }), about: 'Signs the deliveries; write-only' },
    active: { schema: flag(), about: 'Whether deliveries are made', access: 'answered', required: ['record'] },
  },
  naturalKey: [['url']],
  operations: onSurfaceA('webhooks', { documented: ['list', 'create'], extended: ['read', 'update', 'delete'] }),
  example: { url: 'https://hooks.example.org/gitcast', events: ['event.created', 'event.updated'] },
});
