import { expect, it } from 'vitest';
import { article } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.a.post('/articles', body), article());

it('an article requires a title, which is text', async () => {
  await fields.needs('title');
  await fields.takes('/title', 'Getting there');
  await fields.refuses('/title', 7, null);
});

it('an article accepts its content as Markdown or HTML, unchanged', async () => {
  await fields.takes('/content', 'Trains stop **five minutes** from the gate.\n', '<p>Trains stop <b>here</b>.</p>');
  await fields.refuses('/content', 7, { markdown: 'Trains' });
});

it('the status of an article is draft or published', async () => {
  await fields.takes('/status', 'draft', 'published');
  await fields.refuses('/status', 'hidden', 'Draft', '', 7);
});

it('an article accepts published_at in ISO 8601, earlier or later than now', async () => {
  const published = new Fields((body) => service.a.post('/articles', body), article({ status: 'published' }));
  await published.takes('/published_at', '2020-05-02T09:00:00+02:00', '2030-05-02T09:00:00Z');
  await published.refuses('/published_at', 'yesterday', '2027-05-32T09:00:00Z', 7);
});

it('an article accepts the full URL of a cover image', async () => {
  await fields.takes('/cover_image_url', 'https://harbour.example/media/bridge.jpg', 'https://xn--hfen-5qa.example/');
  await fields.refuses('/cover_image_url', 'bridge.jpg', '/media/bridge.jpg', 'javascript:alert(1)', 7);
  await fields.refuses('/cover_image_url', 'https://harbour.example/brücke.jpg', 'https://häfen.example/');
});

it('the list of articles shows id, title, status, published_at, excerpt and created_at', async () => {
  const { a } = await service.another();
  await a.post('/articles', article({ status: 'published', content: 'Trains stop here.' }));
  expect((await a.get('/articles')).data).toEqual([
    expect.objectContaining({
      id: expect.any(String),
      title: 'Getting there',
      status: 'published',
      published_at: '2027-06-18T12:00:00.000Z',
      excerpt: 'Trains stop here.',
      created_at: '2027-06-18T12:00:00.000Z',
    }),
  ]);
});

it('an article without a time of publication returns published_at as null: in lists, single reads and writes', async () => {
  const { a } = await service.another();
  const draft = { status: 'draft', published_at: null, excerpt: expect.any(String) };
  const created = await a.post('/articles', article({ status: 'draft', content: 'A "published_at": here.' }));
  expect(created.json).toMatchObject(draft);
  expect((await a.get('/articles')).data).toMatchObject([draft]);
  expect((await a.get(`/articles/${created.id}`)).json).toMatchObject(draft);
  expect((await a.put(`/articles/${created.id}`, { title: 'Going home' })).json).toMatchObject(draft);
  const published = await a.put(`/articles/${created.id}`, { status: 'published' });
  expect(published.json['published_at']).toBe('2027-06-18T12:00:00.000Z');
  expect(published.text.match(/"published_at":/g)).toHaveLength(1);
});
