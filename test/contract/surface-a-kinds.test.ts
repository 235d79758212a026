import { expect, it } from 'vitest';
import { article, event, NOBODY, place } from './bodies.ts';
import { useService } from './service.ts';
import { Fields } from './fields.ts';

const service = useService();
const events = new Fields((body) => service.a.post('/events', body), event());

it('an event requires a title, which is text', async () => {
  await events.needs('title');
  await events.takes('/title', 'Opening night', 'Ouverture · 開会');
  await events.refuses('/title', 7, null, ['Opening night']);
});

it('an event requires a start_time in ISO 8601', async () => {
  await events.needs('start_time');
  await events.takes(
    '/start_time',
    '2027-06-18T18:30:00Z',
    '2027-06-18T20:30:00+02:00',
    '2027-06-18T20:30:00.250+02:00',
  );
  await events.refuses('/start_time', 'tomorrow', '18/06/2027 20:30', '2027-02-30T10:00:00Z', 1_813_000_000, null);
});

it('an event requires an end_time in ISO 8601', async () => {
  await events.needs('end_time');
  await events.takes('/end_time', '2027-06-19T01:00:00Z', '2027-06-19T03:00:00+02:00');
  await events.refuses('/end_time', 'later', '2027-13-01T10:00:00Z', true, null);
});

it('an event accepts a category identifier as text', async () => {
  await events.takes('/category', 'concert', 'round-table');
  await events.refuses('/category', 7, ['concert']);
});

it('an event accepts only the id of an existing place as place_id', async () => {
  const { id } = await service.a.post('/places', place());
  await events.takes('/place_id', id);
  await events.refuses('/place_id', NOBODY, 'main-stage', 7);
});

it('an event accepts a description as text', async () => {
  await events.takes('/description', 'Two sets, one river.', '');
  await events.refuses('/description', 7, { text: 'Two sets' });
});

const places = new Fields((body) => service.a.post('/places', body), place());

it('a place returns an id that the client cannot choose', async () => {
  expect((await service.a.post('/places', place())).json['id']).toBeTypeOf('string');
  await places.refuses('/id', 'main-stage');
});

it('a place requires a name, which is text', async () => {
  await places.needs('name');
  await places.takes('/name', 'Main stage', 'Ποσειδών');
  await places.refuses('/name', 7, null);
});

it('a place accepts a category as text of any kind', async () => {
  await places.takes('/category', 'exhibitor', 'stage', 'facility', 'a category of our own');
  await places.refuses('/category', 7);
});

it('a place accepts a description as text', async () => {
  await places.takes('/description', 'On the east quay, facing the water.');
  await places.refuses('/description', ['On the east quay']);
});

it('a place accepts coordinates as an object', async () => {
  await places.takes('/coordinates', { x: 820, y: 410 });
  await places.refuses('/coordinates', '820,410', [820, 410], 820);
});

it('the x of coordinates is an integer', async () => {
  await places.takes('/coordinates', { x: 0, y: 410 }, { x: -5, y: 410 });
  await places.refuses('/coordinates/x', 1.5, '820', null);
});

it('the y of coordinates is an integer', async () => {
  await places.takes('/coordinates', { x: 820, y: 0 }, { x: 820, y: 4096 });
  await places.refuses('/coordinates/y', 0.25, '410', null);
});

it('a place returns created_at, which the client cannot set', async () => {
  expect((await service.a.post('/places', place())).json['created_at']).toBe('2027-06-18T12:00:00.000Z');
  await places.refuses('/created_at', '2027-06-18T12:00:00Z');
});

it('a place returns updated_at, which the client cannot set', async () => {
  expect((await service.a.post('/places', place())).json['updated_at']).toBe('2027-06-18T12:00:00.000Z');
  await places.refuses('/updated_at', '2027-06-18T12:00:00Z');
});

it('stages, exhibitor stands, facilities and points of interest are all places', async () => {
  const { a } = await service.another();
  for (const category of ['stage', 'exhibitor', 'facility', 'point-of-interest']) {
    await a.post('/places', place({ category, coordinates: { x: 1, y: 1 } }));
  }
  expect((await a.get('/places')).data.map(({ category }) => category)).toEqual([
    'stage',
    'exhibitor',
    'facility',
    'point-of-interest',
  ]);
});

const articles = new Fields((body) => service.a.post('/articles', body), article());

it('an article requires a title, which is text', async () => {
  await articles.needs('title');
  await articles.takes('/title', 'Getting there');
  await articles.refuses('/title', 7, null);
});

it('an article accepts its content as Markdown or HTML, unchanged', async () => {
  await articles.takes('/content', 'Trains stop **five minutes** from the gate.\n', '<p>Trains stop <b>here</b>.</p>');
  await articles.refuses('/content', 7, { markdown: 'Trains' });
});

it('the status of an article is draft or published', async () => {
  await articles.takes('/status', 'draft', 'published');
  await articles.refuses('/status', 'hidden', 'Draft', '', 7);
});

it('an article accepts published_at in ISO 8601, earlier or later than now', async () => {
  const published = new Fields((body) => service.a.post('/articles', body), article({ status: 'published' }));
  await published.takes('/published_at', '2020-05-02T09:00:00+02:00', '2030-05-02T09:00:00Z');
  await published.refuses('/published_at', 'yesterday', '2027-05-32T09:00:00Z', 7);
});

it('an article accepts the full URL of a cover image', async () => {
  await articles.takes('/cover_image_url', 'https://harbour.example/media/bridge.jpg', 'https://xn--hfen-5qa.example/');
  await articles.refuses('/cover_image_url', 'bridge.jpg', '/media/bridge.jpg', 'javascript:alert(1)', 7);
  await articles.refuses('/cover_image_url', 'https://harbour.example/brücke.jpg', 'https://häfen.example/');
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
