import { expect, it } from 'vitest';
import { event } from '../contract/bodies.ts';
import { seconds } from '../contract/manual-clock.ts';
import { temporaryService } from '../contract/service.ts';

it('the limit is fully restored after a minute, and never exceeded', async () => {
  const { a, clock } = await temporaryService({ rateLimit: 5 });
  for (let count = 0; count < 5; count += 1) await a.get('/events');
  clock.advance(seconds(600));
  expect((await a.get('/events')).headers.get('ratelimit-remaining')).toBe('4');
});

it('a refused request changes nothing', async () => {
  const { a, clock } = await temporaryService({ rateLimit: 1 });
  await a.get('/events');
  expect((await a.post('/events', event())).status).toBe(429);
  clock.advance(seconds(60));
  expect((await a.get('/events')).json['total']).toBe(0);
});

it('each key has its own limit, shared by both surfaces', async () => {
  const running = await temporaryService({ rateLimit: 2 });
  const other = await running.another();
  await running.a.get('/events');
  await running.b.get('');
  expect((await running.a.get('/events')).status).toBe(429);
  expect((await running.b.get('')).status).toBe(429);
  expect((await other.a.get('/events')).status).toBe(200);
});

it('a limit of 0 means no limit and no headers', async () => {
  const { a } = await temporaryService({ rateLimit: 0 });
  const { headers } = await a.get('/events');
  expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([]);
});

it('a clock set back neither raises the limit nor blocks a key for good', async () => {
  const { a, clock } = await temporaryService({ rateLimit: 1 });
  await a.get('/events');
  clock.advance(seconds(-3600));
  expect((await a.get('/events')).status).toBe(429);
  clock.advance(seconds(60));
  expect((await a.get('/events')).status).toBe(200);
});
