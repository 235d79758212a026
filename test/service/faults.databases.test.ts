import { request } from 'node:http';
import { expect, it } from 'vitest';
import type { FaultRule } from '../../src/service/faults.ts';
import { event } from '../contract/bodies.ts';
import { follow, startReceiver } from '../contract/receiver.ts';
import { temporaryService, useService, type Running } from '../contract/service.ts';
import { withSecret } from './page-sections.ts';

const service = useService({ faults: true });

const putFaults = (running: Running, body: unknown, headers = withSecret(running)): Promise<Response> =>
  fetch(`${running.url}/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function arm(...rules: readonly FaultRule[]): Promise<void> {
  expect((await putFaults(service, rules)).status).toBe(204);
}

const statusesOf = async (count: number): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await service.a.get('/events')).status);
  return statuses;
};

it('a service started without faults has no route for them', async () => {
  expect((await putFaults(await temporaryService(), [])).status).toBe(404);
});

it('faults cannot be set without the secret of the service, and the answer does not have it', async () => {
  await arm();
  const { secret } = service.service;
  for (const headers of [
    {},
    { 'X-Gitcast-Secret': 'wrong' },
    { Authorization: `Bearer ${service.key}` },
    { Cookie: `X-Gitcast-Secret=${secret}` },
  ]) {
    const answer = await putFaults(service, [{ do: 'status-500' }], headers as Record<string, string>);
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain(secret);
  }
  expect(await statusesOf(1)).toEqual([200]);
});

it('invalid rules are refused with 400, and the current rules stay', async () => {
  await arm({ do: 'status-500' });
  for (const rules of [
    {},
    null,
    [{}],
    [{ do: 'explode' }],
    [{ do: 'latency', ms: 'long' }],
    [{ do: 'status-500', rate: 2 }],
    [{ do: 'status-500', nth: 1.5 }],
    [{ do: 'status-500', path: 7 }],
    [{ do: 'status-500', often: true }],
    ['latency'],
    // A rule that would never apply, or not as it says.
    [{ do: 'status-500', nth: 0 }],
    [{ do: 'status-500', method: 'post' }],
    [{ do: 'latency', ms: 1e12 }],
    [{ do: 'status-429', retryAfter: 1e21 }],
    [{ do: 'status-429', retryAfter: 0.5 }],
    Array.from({ length: 101 }, () => ({ do: 'latency' })),
  ]) {
    expect((await putFaults(service, rules)).status, JSON.stringify(rules)).toBe(400);
  }
  expect(await statusesOf(1)).toEqual([500]);
});

it('the answer to invalid rules names the values that are wrong', async () => {
  const answer = await putFaults(service, [{ do: 'latency' }, { do: 'explode', ms: -1, often: true }]);
  expect(await answer.json()).toMatchObject({
    code: 'invalid',
    errors: [
      { pointer: '/1/do', detail: expect.stringContaining('one of latency, status-429') },
      { pointer: '/1/ms', detail: 'must be a number from 0 to 86400000' },
      { pointer: '/1/often', detail: 'is not a known field' },
    ],
  });
});

it('an empty list of rules removes all faults', async () => {
  await arm({ do: 'status-500' });
  await arm();
  expect(await statusesOf(3)).toEqual([200, 200, 200]);
});

it('reset-before closes the connection before anything is done', async () => {
  const { a } = await service.another();
  await arm({ do: 'reset-before', method: 'POST' });
  await expect(a.post('/events', event())).rejects.toThrow('fetch failed');
  expect((await a.get('/events')).json['total']).toBe(0);
});

it('reset-after closes the connection after everything is done', async () => {
  const { a } = await service.another();
  await arm({ do: 'reset-after', method: 'POST' });
  await expect(a.post('/events', event())).rejects.toThrow('fetch failed');
  expect((await a.get('/events')).json['total']).toBe(1);
});

it('truncate answers with incomplete JSON', async () => {
  await arm({ do: 'truncate', method: 'GET' });
  const answer = await service.a.get('/events', { undocumented: true });
  expect(answer.status).toBe(200);
  expect(answer.mediaType).toBe('application/json');
  expect(() => answer.json).toThrow(SyntaxError);
});

it('status-429 answers 429 with the requested Retry-After', async () => {
  await arm({ do: 'status-429', retryAfter: 7 });
  const answer = await service.a.get('/events');
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('7');
});

it('status-500 answers 500, and nothing was done', async () => {
  const { a } = await service.another();
  await arm({ do: 'status-500', method: 'POST' });
  expect((await a.post('/events', event())).status).toBe(500);
  expect((await a.get('/events')).json['total']).toBe(0);
});

it('latency delays the answer and changes nothing else', async () => {
  await arm({ do: 'latency', ms: 80 });
  const started = performance.now();
  expect(await statusesOf(1)).toEqual([200]);
  expect(performance.now() - started).toBeGreaterThanOrEqual(75);
});

it('duplicate-deliveries sends every delivery twice with the same id', async () => {
  const [running, receiver] = [
    await temporaryService({ faults: true, allowPrivateWebhooks: true }),
    await startReceiver(),
  ];
  await putFaults(running, [{ do: 'duplicate-deliveries' }]);
  await follow(running.a, receiver, ['event.created']);
  await running.a.post('/events', event());
  await running.service.deliveries.runDue();
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ json }) => json['id'])).size).toBe(1);
});

it('nth applies only to that one of the matching requests', async () => {
  await arm({ do: 'status-500', nth: 3, path: '/events' });
  await service.a.get('/places');
  expect(await statusesOf(5)).toEqual([200, 200, 500, 200, 200]);
});

it('a rule applies only to requests that match its method and path', async () => {
  await arm({ do: 'status-500', method: 'GET', path: '/places' });
  expect((await service.a.get('/places')).status).toBe(500);
  expect((await service.a.get('/events')).status).toBe(200);
  expect((await service.a.post('/places', { name: 'Main stage' })).status).toBe(201);
});

it('a rate applies at random, reproducibly for the same seed and differently for another', async () => {
  const rule = { do: 'status-500', rate: 0.5 } as const;
  await arm({ ...rule, seed: 7 });
  const first = await statusesOf(30);
  await arm({ ...rule, seed: 7 });
  expect(await statusesOf(30)).toEqual(first);
  await arm({ ...rule, seed: 8 });
  expect(await statusesOf(30)).not.toEqual(first);
  expect(new Set(first)).toEqual(new Set([200, 500]));
});

it('several rules apply together', async () => {
  await arm({ do: 'latency', ms: 40 }, { do: 'truncate' });
  const started = performance.now();
  const answer = await service.a.get('/events', { undocumented: true });
  expect(performance.now() - started).toBeGreaterThanOrEqual(35);
  expect(() => answer.json).toThrow(SyntaxError);
});

it.each([
  ['a page with another origin', { Origin: 'https://a.example' }],
  ['a page on another port', { Origin: 'http://127.0.0.1:1' }],
  ['a page without an origin', { Origin: 'null' }],
  ['a page of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a name that was made to resolve to this machine', { Host: 'a.example' }],
])('faults cannot be set by %s', async (_, headers) => {
  await arm();
  const { hostname, port, host } = new URL(service.url);
  const arming = (more: Readonly<Record<string, string>>): Promise<number> =>
    new Promise((resolve, reject) => {
      const options = {
        hostname,
        port,
        path: '/faults',
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', ...withSecret(service), ...more },
      };
      const sent = request(options, (response) => resolve(response.resume().statusCode!));
      sent.once('error', reject).end('[{"do":"status-500"}]');
    });
  expect(await arming(headers)).toBe(403);
  expect(await statusesOf(1)).toEqual([200]);
  expect(await arming({ Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' })).toBe(204);
  await arm();
});
