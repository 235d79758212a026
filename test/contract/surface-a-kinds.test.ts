import { expect, it } from 'vitest';
import { article, event, NOBODY, place } from './bodies.ts';
import { useService } from './service.ts';
import { Fields } from './fields.ts';

const service = useService();
const events = new Fields((body) => service.a.post('/events', body), event());

events.table(`
an event requires a title, which is text
  /title is required | /title takes "Opening night", "Ouverture · 開会" | /title refuses 7, null, ["Opening night"]
an event requires a start_time in ISO 8601
  /start_time is required
  /start_time takes "2027-06-18T18:30:00Z", "2027-06-18T20:30:00+02:00", "2027-06-18T20:30:00.250+02:00"
  /start_time refuses "tomorrow", "18/06/2027 20:30", "2027-02-30T10:00:00Z", 1813000000, null
an event requires an end_time in ISO 8601
  /end_time is required | /end_time takes "2027-06-19T01:00:00Z", "2027-06-19T03:00:00+02:00"
  /end_time refuses "later", "2027-13-01T10:00:00Z", true, null
an event accepts a category identifier as text
  /category takes "concert", "round-table" | /category refuses 7, ["concert"]
an event accepts a description as text
  /description takes "Two sets, one river.", "" | /description refuses 7, {"text":"Two sets"}
`);

it('an event accepts only the id of an existing place as place_id', async () => {
  const { id } = await service.a.post('/places', place());
  await events.takes('/place_id', id);
  await events.refuses('/place_id', NOBODY, 'main-stage', 7);
});

const places = new Fields((body) => service.a.post('/places', body), place());

places.table(`
a place returns an id that the client cannot choose | /id refuses "main-stage"
a place returns created_at, which the client cannot set | /created_at refuses "2027-06-18T12:00:00Z"
a place returns updated_at, which the client cannot set | /updated_at refuses "2027-06-18T12:00:00Z"
a place requires a name, which is text
  /name is required | /name takes "Main stage", "Ποσειδών" | /name refuses 7, null
a place accepts a category as text of any kind
  /category takes "exhibitor", "stage", "facility", "a category of our own" | /category refuses 7
a place accepts a description as text
  /description takes "On the east quay, facing the water." | /description refuses ["On the east quay"]
a place accepts coordinates as an object
  /coordinates takes {"x":820,"y":410} | /coordinates refuses "820,410", [820,410], 820
the x of coordinates is an integer
  /coordinates takes {"x":0,"y":410}, {"x":-5,"y":410} | /coordinates/x refuses 1.5, "820", null
the y of coordinates is an integer
  /coordinates takes {"x":820,"y":0}, {"x":820,"y":4096} | /coordinates/y refuses 0.25, "410", null
`);

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

articles.table(`
an article requires a title, which is text | /title is required | /title takes "Getting there" | /title refuses 7, null
an article accepts its content as Markdown or HTML, unchanged
  /content takes "Trains stop **five minutes** from the gate.\\n", "<p>Trains stop <b>here</b>.</p>"
  /content refuses 7, {"markdown":"Trains"}
the status of an article is draft or published
  /status takes "draft", "published" | /status refuses "hidden", "Draft", "", 7
an article accepts the full URL of a cover image
  /cover_image_url takes "https://harbour.example/media/bridge.jpg", "https://xn--hfen-5qa.example/"
  /cover_image_url refuses "bridge.jpg", "/media/bridge.jpg", "javascript:alert(1)", 7
  /cover_image_url refuses "https://harbour.example/brücke.jpg", "https://häfen.example/"
`);

it('an article accepts published_at in ISO 8601, earlier or later than now', async () => {
  const published = new Fields((body) => service.a.post('/articles', body), article({ status: 'published' }));
  await published.takes('/published_at', '2020-05-02T09:00:00+02:00', '2030-05-02T09:00:00Z');
  await published.refuses('/published_at', 'yesterday', '2027-05-32T09:00:00Z', 7);
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
