import { expect, it } from 'vitest';
import { article, event, NOBODY, place, webhook } from './bodies.ts';
import { useService } from './service.ts';
import { openapi } from '../../src/generate/openapi/openapi.ts';

const service = useService();

it('Surface A serves events, places, articles and webhooks under /v1 to a bearer key', async () => {
  for (const [collection, body] of Object.entries({
    events: event(),
    places: place(),
    articles: article(),
    webhooks: webhook(),
  })) {
    const headers = { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' };
    const url = `${service.url}/v1/${collection}`;
    expect((await fetch(url, { headers })).status, collection).toBe(200);
    expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status, collection).toBe(201);
  }
});

it('Surface B serves one broadcast under its user to a key in X-API-KEY', async () => {
  const url = `${service.url}/v1/users/${service.userId}/broadcasts/${service.broadcastId}`;
  const answer = await fetch(url, { headers: { 'X-API-KEY': service.key } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ _id: service.broadcastId });
});

it('every answer with a body is JSON, errors included', async () => {
  const answers = [
    await service.a.post('/events', event()),
    await service.a.get('/events'),
    await service.a.get(`/events/${NOBODY}`),
    await service.b.get(''),
    await service.b.patch('', { name: '' }),
    await service.a.get('/events', { headers: { Authorization: '' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 404, 200, 400, 401]);
  for (const answer of answers) {
    expect(answer.mediaType).toMatch(/^application\/(problem\+)?json$/);
    expect(answer.json).toBeTypeOf('object');
  }
});

it('the paths of both surfaces start with the version v1', () => {
  const { paths } = openapi({ profile: 'extended', version: '1.0.0' }) as { paths: object };
  expect(Object.keys(paths).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
});

it('the interface description has the version 1.0.0', () => {
  expect(openapi({ profile: 'documented', version: '1.0.0' })).toMatchObject({ info: { version: '1.0.0' } });
});

it('there is no version other than v1', async () => {
  const headers = { Authorization: `Bearer ${service.key}` };
  for (const path of ['/events', '/v2/events', '/v0/events', '/v10/events', '/V1/events']) {
    expect((await fetch(service.url + path, { headers })).status, path).toBe(404);
  }
});
