/** The service's decisions about webhooks and their deliveries. */
import { openapi } from '../../src/generate/openapi/openapi.ts';
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { article, event, place, webhook } from './bodies.ts';
import { hours, seconds } from './manual-clock.ts';
import { follow, ON_THIS_MACHINE, startReceiver, type Receiver } from './receiver.ts';
import { sendWithin, temporaryService, type Overrides, type Running } from './service.ts';

/** A service with one webhook that subscribes to these types. */
async function followed(
  { secret, ...overrides }: Overrides & { readonly secret?: string },
  ...events: readonly string[]
): Promise<{ readonly running: Running; readonly receiver: Receiver; readonly id: string }> {
  const running = await temporaryService({ allowPrivateWebhooks: true, tests: { random: () => 0.5 }, ...overrides });
  const receiver = await startReceiver();
  const { id } = await follow(running.a, receiver, events, secret === undefined ? {} : { secret });
  return { running, receiver, id };
}

const typesOf = ({ received }: Receiver): unknown => received.map(({ json }) => json['type']);

it('an article scheduled for later is published and announced at its publication time', async () => {
  const { running, receiver } = await followed({}, 'article.published');
  const { a, clock, service } = running;
  const published_at = new Date(clock.now() + hours(2)).toISOString();
  const created = await a.post('/articles', article({ status: 'published', published_at }));
  expect(created.json).toMatchObject({ status: 'published', published_at });
  clock.advance(hours(2) - 1);
  await service.deliveries.runDue();
  expect(receiver.received).toEqual([]);
  clock.advance(1);
  await service.deliveries.runDue();
  expect(typesOf(receiver)).toEqual(['article.published']);
});

it('an article withdrawn before its publication time is not announced', async () => {
  const { running, receiver } = await followed({}, 'article.published');
  const { a, clock, service } = running;
  const published_at = new Date(clock.now() + hours(2)).toISOString();
  const { id } = await a.post('/articles', article({ status: 'published', published_at }));
  await a.put(`/articles/${id}`, { status: 'draft' });
  clock.advance(hours(3));
  await service.deliveries.runDue();
  expect(receiver.received).toEqual([]);
});

it('a delivery has sha256 and the HMAC of its raw body, and the headers of Standard Webhooks', async () => {
  const { running, receiver } = await followed({ secret: 's3cret' }, 'place.created');
  await running.a.post('/places', place());
  await running.service.deliveries.runDue();
  const { headers, text, json } = receiver.received[0]!;
  const timestamp = String(running.clock.now() / 1000);
  const signed = `${String(json['id'])}.${timestamp}.${text}`;
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/json/),
    'x-service-signature': `sha256=${createHmac('sha256', 's3cret').update(text).digest('hex')}`,
    'webhook-id': json['id'],
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', 's3cret').update(signed).digest('base64')}`,
  });
});

it('the body of a delivery has id, type, timestamp and the record as data', async () => {
  const { running, receiver } = await followed({}, 'place.created');
  const created = await running.a.post('/places', place());
  await running.service.deliveries.runDue();
  expect(receiver.received[0]!.json).toEqual({
    id: expect.any(String),
    type: 'place.created',
    timestamp: '2027-06-18T12:00:00.000Z',
    data: created.json,
  });
});

it('a failed delivery is retried after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then abandoned', async () => {
  const { running, receiver } = await followed({}, 'place.created');
  receiver.answerWith(500);
  await running.a.post('/places', place());
  await running.service.deliveries.runDue();
  const waits = [seconds(5), seconds(300), seconds(1800), ...[2, 5, 10, 14, 20, 24].map(hours)];
  for (const [index, wait] of waits.entries()) {
    running.clock.advance(wait - 1);
    await running.service.deliveries.runDue();
    expect(receiver.received).toHaveLength(index + 1);
    running.clock.advance(1);
    await running.service.deliveries.runDue();
    expect(receiver.received).toHaveLength(index + 2);
  }
  running.clock.advance(hours(100));
  await running.service.deliveries.runDue();
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ json }) => json['id'])).size).toBe(1);
});

it('a receiver that does not answer in time counts as failed, and the delivery is retried', async () => {
  // Long enough for the delivery to arrive, however busy the machine is.
  const tests = { random: () => 0.5, ...sendWithin(2000) };
  const { running, receiver } = await followed({ tests }, 'place.created');
  receiver.answerWith('never');
  await running.a.post('/places', place());
  await running.service.deliveries.runDue();
  receiver.answerWith(204);
  running.clock.advance(seconds(5));
  await running.service.deliveries.runDue();
  expect(receiver.received).toHaveLength(2);
});

it('a redirect is a failure, and 410 disables the webhook', async () => {
  const { running, receiver, id } = await followed({}, 'place.created');
  receiver.answerWith(302);
  await running.a.post('/places', place());
  await running.service.deliveries.runDue();
  expect(receiver.received).toHaveLength(1);
  expect((await running.a.get(`/webhooks/${id}`, ON_THIS_MACHINE)).json['active']).toBe(true);
  receiver.answerWith(410);
  running.clock.advance(seconds(5));
  await running.service.deliveries.runDue();
  expect((await running.a.get(`/webhooks/${id}`, ON_THIS_MACHINE)).json['active']).toBe(false);
  await running.a.post('/places', place());
  await running.service.deliveries.runDue();
  expect(receiver.received).toHaveLength(2);
});

it('an unknown event type is refused with 400', async () => {
  const { a } = await temporaryService();
  for (const type of ['event.cancelled', 'session.created', 'Event.created', '']) {
    expect((await a.post('/webhooks', webhook({ events: ['event.created', type] }))).wrongFields).toEqual([
      '/events/1',
    ]);
  }
});

it('the extended profile has created, updated and deleted events for every kind of Surface A', async () => {
  const types = ['event', 'place', 'article', 'webhook'].flatMap((kind) =>
    ['created', 'updated', 'deleted'].map((verb) => `${kind}.${verb}`),
  );
  const { running, receiver } = await followed({}, ...types);
  for (const [collection, body] of [
    ['events', event()],
    ['places', place()],
    ['articles', article()],
    ['webhooks', webhook({ events: [] })],
  ] as const) {
    const { id } = await running.a.post(`/${collection}`, body);
    await running.a.put(`/${collection}/${id}`, {});
    await running.a.delete(`/${collection}/${id}`);
  }
  await running.service.deliveries.runDue();
  // The webhook receives its own creation too.
  expect(new Set(typesOf(receiver) as string[])).toEqual(new Set(types));
});

it('the documented profile has only the five documented event types', async () => {
  const { a } = await temporaryService({ profile: 'documented' });
  const five = ['event.created', 'event.updated', 'event.deleted', 'article.published', 'place.created'];
  expect((await a.post('/webhooks', webhook({ events: five }))).status).toBe(201);
  expect((await a.post('/webhooks', webhook({ events: ['place.deleted'] }))).status).toBe(400);
});

it('the OpenAPI document lists the event types that each profile accepts, and what is sent for each', () => {
  for (const profile of ['documented', 'extended'] as const) {
    const document = openapi({ profile, version: '0' }) as unknown as Described;
    const { enum: accepted } = document.components.schemas['WebhookCreate']!.properties.events.items;
    expect(accepted).toEqual(ACCEPTED[profile]);
    expect(Object.keys(document.webhooks).sort()).toEqual([...accepted].sort());
  }
});

interface Described {
  readonly webhooks: Readonly<Record<string, unknown>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { properties: { events: { items: { enum: readonly string[] } } } }>>;
  };
}

const FIVE = ['event.created', 'event.updated', 'event.deleted', 'article.published', 'place.created'];
const ACCEPTED = {
  documented: FIVE,
  extended: [
    ...FIVE,
    ...['article.created', 'article.updated', 'article.deleted', 'place.updated', 'place.deleted'],
    ...['webhook.created', 'webhook.updated', 'webhook.deleted'],
  ],
};

it('article.published is emitted once, when an article is created visible or becomes visible', async () => {
  const { running, receiver } = await followed({}, 'article.published');
  const { a, service } = running;
  const { id } = await a.post('/articles', article());
  await service.deliveries.runDue();
  expect(receiver.received).toEqual([]);
  await a.put(`/articles/${id}`, { status: 'published' });
  await a.put(`/articles/${id}`, { title: 'Getting away' });
  await a.post('/articles', article({ status: 'published' }));
  await service.deliveries.runDue();
  expect(receiver.received).toHaveLength(2);
});
