import { expect, it } from 'vitest';
import type { FaultRule } from './faults.ts';
import { event } from '../contract/bodies.ts';
import { useService } from '../contract/service.ts';

const service = useService();

const arm = (...rules: readonly FaultRule[]): void => service.service.faults.arm(rules);

const statusesOf = async (count: number): Promise<readonly number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await service.a.get('/events')).status);
  return statuses;
};

it('an empty list of rules removes all faults', async () => {
  arm({ do: 'status-500' });
  arm();
  expect(await statusesOf(3)).toEqual([200, 200, 200]);
});

it('reset-before closes the connection before anything is done', async () => {
  const { a } = await service.another();
  arm({ do: 'reset-before', method: 'POST' });
  await expect(a.post('/events', event())).rejects.toThrow('fetch failed');
  expect((await a.get('/events')).json['total']).toBe(0);
});

it('reset-after closes the connection after everything is done', async () => {
  const { a } = await service.another();
  arm({ do: 'reset-after', method: 'POST' });
  await expect(a.post('/events', event())).rejects.toThrow('fetch failed');
  expect((await a.get('/events')).json['total']).toBe(1);
});

it('truncate answers with incomplete JSON', async () => {
  arm({ do: 'truncate', method: 'GET' });
  const answer = await service.a.get('/events', { undocumented: true });
  expect(answer.status).toBe(200);
  expect(answer.mediaType).toBe('application/json');
  expect(() => answer.json).toThrow(SyntaxError);
});

it('status-429 answers 429 with the requested Retry-After', async () => {
  arm({ do: 'status-429', retryAfter: 7 });
  const answer = await service.a.get('/events');
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('7');
});

it('status-500 answers 500, and nothing was done', async () => {
  const { a } = await service.another();
  arm({ do: 'status-500', method: 'POST' });
  expect((await a.post('/events', event())).status).toBe(500);
  expect((await a.get('/events')).json['total']).toBe(0);
});

it('latency delays the answer and changes nothing else', async () => {
  arm({ do: 'latency', ms: 80 });
  const started = performance.now();
  expect(await statusesOf(1)).toEqual([200]);
  expect(performance.now() - started).toBeGreaterThanOrEqual(75);
});

it('nth applies only to that one of the matching requests', async () => {
  arm({ do: 'status-500', nth: 3, path: '/events' });
  await service.a.get('/places');
  expect(await statusesOf(5)).toEqual([200, 200, 500, 200, 200]);
});

it('a rule applies only to requests that match its method and path', async () => {
  arm({ do: 'status-500', method: 'GET', path: '/places' });
  expect((await service.a.get('/places')).status).toBe(500);
  expect((await service.a.get('/events')).status).toBe(200);
  expect((await service.a.post('/places', { name: 'Main stage' })).status).toBe(201);
});

it('several rules apply together', async () => {
  arm({ do: 'latency', ms: 40 }, { do: 'truncate' });
  const started = performance.now();
  const answer = await service.a.get('/events', { undocumented: true });
  expect(performance.now() - started).toBeGreaterThanOrEqual(35);
  expect(() => answer.json).toThrow(SyntaxError);
});
