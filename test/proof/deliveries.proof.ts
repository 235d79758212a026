import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { event } from '../contract/bodies.ts';
import { onPostgres } from '../contract/database.ts';
import { KillableService } from '../contract/killable-service.ts';
import { startReceiver } from '../contract/receiver.ts';
import { isQuick, record } from './figures.ts';
import { checkDeliveries, TAMPERINGS } from './parts/deliveries.ts';

const COUNT = isQuick ? 200 : 2000;
const SECRET = 'whsec_aGFyYm91ciBmZXN0aXZhbCAyMDI3';

it('every delivery is accepted as it was sent, and refused with any edit', { timeout: 600_000 }, async () => {
  const service = new KillableService();
  await service.start();
  const receiver = await startReceiver();
  onTestFinished(() => service.dispose());
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  const send = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${service.url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(201);
  };
  await send('webhooks', { url: receiver.url, events: ['event.created'], secret: SECRET });
  for (let index = 0; index < COUNT; index += 1) await send('events', event({ title: `Night ${index}` }));
  while (receiver.received.length < COUNT) await wait(50);
  const sent = receiver.received.map(({ headers: with_, text: body }) => ({
    headers: with_ as Record<string, string>,
    body,
  }));
  const { verified, refused, wrong } = checkDeliveries(sent, SECRET);
  expect(wrong).toEqual([]);
  expect(verified).toBeGreaterThanOrEqual(COUNT);
  const database = onPostgres ? 'PostgreSQL' : 'SQLite';
  record({
    what: `deliveries from ${database}, verified by gitcast and by the library of Standard Webhooks`,
    tried: COUNT,
    failed: 0,
  });
  const note = `${TAMPERINGS.length} kinds of edits, all refused`;
  record({ what: `edited deliveries from ${database}`, tried: refused, failed: wrong.length, note });
});
