import { expect, it } from 'vitest';
import { article, event, NOBODY, session } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();

it('an article created without a status is a draft', async () => {
  const created = await service.a.post('/articles', article());
  expect(created.json['status']).toBe('draft');
  expect(created.json['published_at']).toBeNull();
});

it('an article created as a draft is a draft', async () => {
  const { id } = await service.a.post('/articles', article({ status: 'draft' }));
  expect((await service.a.get(`/articles/${id}`)).json['status']).toBe('draft');
});

it('an article created as published is visible at once', async () => {
  const { a } = await service.another();
  const { id } = await a.post('/articles', article({ status: 'published' }));
  const { data } = await a.get('/articles?status=published');
  expect(data).toEqual([expect.objectContaining({ id, published_at: '2027-06-18T12:00:00.000Z' })]);
});

it('a session accepts a change of its status from draft to published and back', async () => {
  const { id } = await service.b.post('/broadcastSessions', session());
  for (const status of ['published', 'published', 'draft', 'draft', 'published']) {
    expect((await service.b.patch(`/broadcastSessions/${id}`, { status })).json['status']).toBe(status);
    expect((await service.b.get(`/broadcastSessions/${id}`)).json['status']).toBe(status);
  }
});

it('a deleted event cannot be read or listed any more', async () => {
  const { a } = await service.another();
  const { id } = await a.post('/events', event());
  await a.delete(`/events/${id}`);
  expect((await a.get(`/events/${id}`)).status).toBe(404);
  expect((await a.put(`/events/${id}`, { title: 'Again' })).status).toBe(404);
  expect((await a.delete(`/events/${id}`)).status).toBe(404);
  expect((await a.get('/events')).json).toMatchObject({ data: [], total: 0 });
});

it('an article deleted on Surface B no longer exists, and the delete result says so', async () => {
  const { id } = await service.a.post('/articles', article());
  expect((await service.b.delete(`/broadcastArticles/${id}`)).json).toMatchObject({ success: true, referenceId: id });
  expect((await service.a.get(`/articles/${id}`)).status).toBe(404);
  expect((await service.b.delete(`/broadcastArticles/${id}`)).status).toBe(404);
});

it('pages, categories, hosts, interest points and maps accept draft, published and further statuses', async () => {
  for (const collection of ['Pages', 'Categories', 'Hosts', 'InterestPoints', 'Maps']) {
    const rest = { title: 'Dock hall', ...(collection === 'InterestPoints' && { mapId: NOBODY }) };
    const fields = new Fields((body) => service.b.post(`/broadcast${collection}`, body), rest);
    await fields.takes('/status', 'draft', 'published', 'archived');
  }
});
