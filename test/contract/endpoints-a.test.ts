import { beforeAll, expect, it } from 'vitest';
import { event, place, webhook } from './bodies.ts';
import { useService, type Opened } from './service.ts';

const service = useService();
let opened: Opened;
beforeAll(async () => void (opened = await service.another()));

it('GET /places returns the places and their number', async () => {
  const { a } = await service.another();
  await a.post('/places', place({ name: 'Main stage' }));
  await a.post('/places', place({ name: 'Dock hall' }));
  const answer = await a.get('/places');
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    data: [expect.objectContaining({ name: 'Main stage' }), expect.objectContaining({ name: 'Dock hall' })],
    total: 2,
  });
});

it('POST /places returns the created place', async () => {
  const sent = { name: 'Main stage', category: 'stage', description: 'East quay', coordinates: { x: 820, y: 410 } };
  expect((await opened.a.post('/places', sent)).json).toMatchObject(sent);
});

it('PUT /places/{id} changes only the fields that are sent', async () => {
  const { a } = opened;
  const { id, json } = await a.post('/places', place({ category: 'stage', coordinates: { x: 820, y: 410 } }));
  const updated = await a.put(`/places/${id}`, { description: 'East quay' });
  expect(updated.json).toEqual({ ...json, description: 'East quay' });
  expect((await a.put(`/places/${id}`, {})).json).toEqual(updated.json);
});

it('GET /articles returns articles and their number, by status and page', async () => {
  const { a } = await service.another();
  for (const [title, status] of [
    ['One', 'draft'],
    ['Two', 'published'],
    ['Three', 'published'],
  ] as const) {
    await a.post('/articles', { title, status });
  }
  const titles = async (query: string) => (await a.get(`/articles${query}`)).data.map(({ title }) => title);
  expect((await a.get('/articles')).json['total']).toBe(3);
  expect(await titles('?status=draft')).toEqual(['One']);
  expect(await titles('?status=published')).toEqual(['Two', 'Three']);
  expect(await titles('?limit=1&offset=1')).toEqual(['Two']);
  expect((await a.get('/articles?status=published&limit=1')).json['total']).toBe(2);
  expect((await a.get('/articles?status=hidden')).status).toBe(400);
});

it('POST /articles returns the created article', async () => {
  const sent = {
    title: 'Getting there',
    content: 'Trains stop here.',
    status: 'published',
    published_at: '2027-05-02T09:00:00+02:00',
    cover_image_url: 'https://harbour.example/media/bridge.jpg',
  };
  expect((await opened.a.post('/articles', sent)).json).toMatchObject(sent);
});

it('GET /events filters by category, by the earliest start, by the latest end, and pages', async () => {
  const { a } = await service.another();
  for (const [title, category, day] of [
    ['One', 'concert', '18'],
    ['Two', 'talk', '19'],
    ['Three', 'concert', '20'],
  ] as const) {
    const [start_time, end_time] = [`2027-06-${day}T20:00:00Z`, `2027-06-${day}T22:00:00Z`];
    await a.post('/events', event({ title, category, start_time, end_time }));
  }
  const titles = async (query: string) => (await a.get(`/events${query}`)).data.map(({ title }) => title);
  expect((await a.get('/events')).json).toMatchObject({ total: 3, limit: 50, offset: 0 });
  expect(await titles('?category=concert')).toEqual(['One', 'Three']);
  expect(await titles('?start_date=2027-06-19T20:00:00Z')).toEqual(['Two', 'Three']);
  expect(await titles('?end_date=2027-06-19T22:00:00Z')).toEqual(['One', 'Two']);
  expect(await titles('?start_date=2027-06-19&end_date=2027-06-19')).toEqual(['Two']);
  expect(await titles('?limit=2')).toEqual(['One', 'Two']);
  expect(await titles('?limit=2&offset=2')).toEqual(['Three']);
  expect(await titles('?category=concert&offset=1')).toEqual(['Three']);
  for (const wrong of ['?start_date=june', '?end_date=2027-02-30'])
    expect((await a.get(`/events${wrong}`)).status, wrong).toBe(400);
});

it('POST /events returns the created event', async () => {
  const { id: place_id } = await opened.a.post('/places', place());
  const sent = event({ category: 'concert', place_id, description: 'Two sets, one river.' });
  expect((await opened.a.post('/events', sent)).json).toMatchObject(sent);
});

it('GET /events/{id} returns the event', async () => {
  const created = await opened.a.post('/events', event());
  const answer = await opened.a.get(`/events/${created.id}`);
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual(created.json);
});

it('PUT /events/{id} changes only the fields that are sent', async () => {
  const { a } = opened;
  const { id, json } = await a.post('/events', event({ category: 'concert', description: 'Two sets' }));
  const updated = await a.put(`/events/${id}`, { title: 'Closing night', description: 'Three sets' });
  expect(updated.json).toEqual({ ...json, title: 'Closing night', description: 'Three sets' });
  expect((await a.get(`/events/${id}`)).json).toEqual(updated.json);
});

it('DELETE /events/{id} returns 204 without a body', async () => {
  const { id } = await opened.a.post('/events', event());
  const answer = await opened.a.delete(`/events/${id}`);
  expect(answer.status).toBe(204);
  expect(answer.text).toBe('');
});

it('GET /webhooks returns the webhooks', async () => {
  const { a } = await service.another();
  const { id } = await a.post('/webhooks', webhook());
  expect((await a.get('/webhooks')).json).toEqual({ data: [expect.objectContaining({ id, ...webhook() })] });
});

it('POST /webhooks returns the created webhook, with the secret if one was sent', async () => {
  expect((await opened.a.post('/webhooks', webhook({ secret: 's3cret' }))).json).toMatchObject(
    webhook({ secret: 's3cret' }),
  );
  expect((await opened.a.post('/webhooks', webhook())).json).not.toHaveProperty('secret');
});

it('place_id links an event to a place', async () => {
  const { a } = opened;
  const { id: place_id } = await a.post('/places', place());
  const { id } = await a.post('/events', event());
  expect((await a.put(`/events/${id}`, { place_id })).json['place_id']).toBe(place_id);
  expect((await a.get(`/events/${id}`)).json['place_id']).toBe(place_id);
});
