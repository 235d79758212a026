/** The documented behaviour of webhooks, with a receiver on this machine. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { article, event, place } from './bodies.ts';
import { follow, startReceiver } from './receiver.ts';
import { useService, type Opened } from './service.ts';

const service = useService({ allowPrivateWebhooks: true });
const FIVE_TYPES = ['event.created', 'event.updated', 'event.deleted', 'article.published', 'place.created'];

async function doEverything({ a }: Opened): Promise<void> {
  const { id } = await a.post('/events', event());
  await a.put(`/events/${id}`, { title: 'Closing night' });
  await a.delete(`/events/${id}`);
  await a.post('/articles', article({ status: 'published' }));
  await a.post('/places', place());
}

it('only events that a webhook subscribes to are sent to its URL, by POST', async () => {
  const [opened, receiver] = [await service.another(), await startReceiver()];
  await follow(opened.a, receiver, ['event.updated', 'place.created']);
  await doEverything(opened);
  await service.service.deliveries.runDue();
  expect(receiver.received.map(({ method }) => method)).toEqual(['POST', 'POST']);
  expect(new Set(receiver.received.map(({ json }) => json['type']))).toEqual(
    new Set(['event.updated', 'place.created']),
  );
});

it('webhooks can subscribe to the five documented event types, and each is emitted by the operation of its name', async () => {
  const [opened, receiver] = [await service.another(), await startReceiver()];
  await follow(opened.a, receiver, FIVE_TYPES);
  await doEverything(opened);
  await service.service.deliveries.runDue();
  expect(receiver.received.map(({ json }) => json['type']).sort()).toEqual(FIVE_TYPES.toSorted());
});

it('a delivery for a webhook without a secret is not signed', async () => {
  const [{ a }, receiver] = [await service.another(), await startReceiver()];
  await follow(a, receiver, ['place.created']);
  await a.post('/places', place());
  await service.service.deliveries.runDue();
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]!.headers).not.toHaveProperty('x-service-signature');
});

it('a lost secret is replaced by deleting the webhook and creating a new one', async () => {
  const [{ a }, receiver] = [await service.another(), await startReceiver()];
  const { id } = await follow(a, receiver, ['place.created'], { secret: 'lost' });
  await a.delete(`/webhooks/${id}`);
  const again = await follow(a, receiver, ['place.created'], { secret: 'found' });
  expect(again.json['secret']).toBe('found');
  await a.post('/places', place());
  await service.service.deliveries.runDue();
  const [{ headers, text }] = receiver.received as [(typeof receiver.received)[number]];
  expect(receiver.received).toHaveLength(1);
  expect(headers['x-service-signature']).toContain(createHmac('sha256', 'found').update(text).digest('hex'));
});
