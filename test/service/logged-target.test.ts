import { expect, it } from 'vitest';
import { useService } from '../contract/service.ts';

const service = useService();

const ask = (path: string, headers = {}) => service.service.answerOwn({ method: 'GET', path, headers, body: null });

it.each([
  ['in the query of a list', (key: string) => `/v1/events?limit=5&api_key=${key}`],
  ['in the query, encoded', (key: string) => `/v1/events?%61pi_key=${encodeURIComponent(key)}&offset=0`],
  ['as a documented parameter', (key: string) => `/v1/events?limit=${key}`],
  ['as the name of a parameter', (key: string) => `/v1/events?${key}`],
  ['after a second question mark', (key: string) => `/v1/events?a?key=${key}`],
  ['in a path', (key: string) => `/v1/events/${key}`],
  ['in a path, encoded twice', (key: string) => `/v1/events/${key.replace('_', '%255f')}`],
  ['in a path, encoded ten times', (key: string) => `/v1/events/${key.replace('_', `%${'25'.repeat(9)}5f`)}`],
  ['in a path with a stray percent sign', (key: string) => `/v1/events/%zz${key.replace('_', '%5f')}%`],
  ['in a path, in capitals', (key: string) => `/v1/events/${key.toUpperCase()}`],
  ['in an unknown path', (key: string) => `/nothing/${key}/here?token=${key}`],
])('a key %s is not logged', async (_, target) => {
  const key = `gck_${'k3Y'.repeat(11).slice(0, 32)}`;
  const before = service.requests.length;
  await ask(target(key), { authorization: `Bearer ${key}` });
  const logged = service.requests.slice(before);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toMatch(/k3Yk3Y/i);
  expect(decodeURIComponent(logged[0]!.path)).not.toContain(key);
});

it('documented query parameters are logged unchanged', async () => {
  await ask('/v1/events?limit=5&offset=10');
  expect(service.requests.at(-1)!.path).toBe('/v1/events?limit=5&offset=10');
});
