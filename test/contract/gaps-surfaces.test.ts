/** The relations between surfaces and fields that the interface does not specify. */
import { expect, it } from 'vitest';
import { article, event, NOBODY, page, place, session, workflow } from './bodies.ts';
import { Fields } from './fields.ts';
import { useService } from './service.ts';

const service = useService();
const isObjectId = (id: unknown): boolean => /^[0-9a-f]{24}$/.test(String(id));

it('an article is one record on both surfaces', async () => {
  const { a, b } = await service.another();
  const { id } = await a.post('/articles', article({ content: 'Trains stop here.' }));
  expect((await b.get(`/broadcastArticles/${id}`)).json).toMatchObject({ _id: id, content: 'Trains stop here.' });
  expect((await b.get('/broadcastArticles')).data).toHaveLength(1);
  await b.patch(`/broadcastArticles/${id}`, { title: 'Getting away' });
  expect((await a.get(`/articles/${id}`)).json['title']).toBe('Getting away');
  expect((await b.post('/broadcastArticles', article())).json).toMatchObject(article());
});

it('events and sessions, and places and interest points, are separate collections', async () => {
  const { a, b } = await service.another();
  await a.post('/events', event());
  await a.post('/places', place());
  expect((await b.get('/broadcastSessions')).data).toEqual([]);
  expect((await b.get('/broadcastInterestPoints')).data).toEqual([]);
  await b.post('/broadcastSessions', session());
  expect((await a.get('/events')).json['total']).toBe(1);
});

it('every id has 24 hexadecimal characters, on both surfaces', async () => {
  const { a, b, userId, broadcastId } = await service.another();
  const made = [
    await a.post('/events', event()),
    await a.post('/places', place()),
    await b.post('/broadcastPages', page()),
  ];
  expect([userId, broadcastId, ...made.map(({ id }) => id)].every(isObjectId)).toBe(true);
});

it('the category field of an event is called category', async () => {
  const created = await service.a.post('/events', event({ category: 'concert' }));
  expect(created.json['category']).toBe('concert');
  expect((await service.a.post('/events', event({ category_id: 'concert' }))).status).toBe(400);
});

it('events and articles return the fields they were created with and the common fields', async () => {
  const createdEvent = await service.a.post('/events', event({ description: 'Two sets' }));
  expect(Object.keys(createdEvent.json).sort()).toEqual(
    ['created_at', 'description', 'end_time', 'id', 'start_time', 'title', 'updated_at'].sort(),
  );
  const createdArticle = await service.a.post('/articles', article({ content: 'Trains' }));
  expect(Object.keys(createdArticle.json).sort()).toEqual(
    ['content', 'created_at', 'excerpt', 'id', 'published_at', 'status', 'title', 'updated_at'].sort(),
  );
});

it('the excerpt of an article is the first 160 characters of its text', async () => {
  const long = 'Trains stop **five** minutes from the [gate](https://harbour.example). '.repeat(10);
  const created = await service.a.post('/articles', article({ content: `# Arriving\n\n${long}` }));
  const excerpt = String(created.json['excerpt']);
  expect(excerpt).toHaveLength(160);
  expect(excerpt).toMatch(/^Arriving Trains stop five minutes from the gate/);
  const updated = await service.a.put(`/articles/${created.id}`, { content: 'Closed.' });
  expect(updated.json['excerpt']).toBe('Closed.');
});

it('PATCH of a broadcast accepts every documented field but authData, status and those with an underscore', async () => {
  const fields = new Fields((body) => service.b.patch('', body));
  await fields.takes('/name', 'Harbour');
  await fields.takes('/menu', { sections: [] });
  for (const [name, value] of [
    ['authData', []],
    ['status', 'idle'],
    ['_id', NOBODY],
    ['_createdAt', '2027-06-18T12:00:00Z'],
    ['_updatedAt', null],
    ['_reference', 'mine'],
  ] as const) {
    await fields.refuses(`/${name}`, value);
  }
});

it('the time of a session keeps keys beside start, end and timezone', async () => {
  const time = {
    start: '2027-06-19T10:00:00+02:00',
    end: '2027-06-19T11:00:00+02:00',
    timezone: 'Europe/Paris',
    doors: '09:30',
  };
  const { id } = await service.b.post('/broadcastSessions', session({ time }));
  expect((await service.b.get(`/broadcastSessions/${id}`)).json['time']).toEqual(time);
});

it('localeDetails hold an object of fields for each of fr, en and es', async () => {
  const localeDetails = {
    fr: { title: 'Lire le fleuve', description: 'Court', blocks: [{ type: 'divider' }], ours: 1 },
    en: { title: 'Reading the river' },
    es: { title: 'Leer el río' },
  };
  const { id } = await service.b.post('/broadcastSessions', session({ localeDetails }));
  expect((await service.b.get(`/broadcastSessions/${id}`)).json['localeDetails']).toEqual(localeDetails);
});

it('only the type of a block is restricted, and the rest is kept unchanged', async () => {
  const fields = new Fields((body) => service.b.post('/broadcastPages', body), page());
  await fields.takes('/blocks', [
    { type: 'meteo', format: 'huge', values: [{ anything: { at: ['all'] } }], ours: true },
  ]);
  await fields.refuses('/blocks/0/type', 'weather');
});

it('the config of workflow nodes is open, and a workflow is stored and never run', async () => {
  const { b } = await service.another();
  const nodes = [
    { id: 'ask', type: 'http', config: { url: { value: 'https://harbour.example' }, any: [1, { thing: null }] } },
  ];
  const { id } = await b.post('/workflows', workflow({ nodes, status: 'enabled', trigger: { type: 'once' } }));
  expect((await b.get(`/workflows/${id}`)).json['nodes']).toEqual(nodes);
  expect((await b.get('/workflowRuns')).data).toEqual([]);
});

it('a broadcast is idle, and a change of its status is refused', async () => {
  expect((await service.b.get('')).json['status']).toBe('idle');
  for (const status of ['onboarding', 'idle', 'onboardingFailed']) {
    expect((await service.b.patch('', { status })).wrongFields).toEqual(['/status']);
  }
});

it('kinds without documented fields accept the fields of our files and additional keys', async () => {
  for (const [collection, body] of Object.entries({
    broadcastHosts: {
      title: 'Lena Moreau',
      description: 'Hydrologist',
      media: 'https://harbour.example/media/lena.jpg',
      categoryIds: [NOBODY],
      links: [{ label: 'Site', url: 'https://lena.example' }],
      blocks: [{ type: 'divider' }],
      status: 'published',
      secret: 'a key of the user like any other',
    },
    broadcastCategories: {
      title: 'Concert',
      color: '#0b3c49',
      icon: { family: 'lucide', type: 'music' },
      status: 'draft',
    },
    broadcastMaps: {
      title: 'Harbour',
      type: 'image',
      status: 'draft',
      media: { url: 'https://h.example' },
      width: 9,
      height: 9,
    },
    broadcastInterestPoints: {
      title: 'Dock hall',
      description: 'By the water',
      mapId: NOBODY,
      coordinates: { x: 640, y: 380 },
      categoryIds: [],
      status: 'draft',
    },
    broadcastCampaigns: {
      title: 'Early tickets',
      text: 'Until Sunday.',
      status: 'draft',
      time: { start: null, end: null },
    },
    broadcastNetworkingForms: {
      title: 'Meet',
      fields: [{ key: 'name', label: 'Your name', type: 'text', required: true }],
    },
    broadcastDiffusers: { type: 'web', seo: { title: 'Harbour', indexing: true } },
    broadcastClients: { device: 'phone' },
  })) {
    const sent = {
      ...body,
      localeDetails: { en: {} },
      metadata: { a: 1 },
      _reference: 'cms-1',
      further: { key: ['kept'] },
    };
    const created = await service.b.post(`/${collection}`, sent);
    expect(created.status, `${collection}: ${created.text}`).toBe(201);
    expect((await service.b.get(`/${collection}/${created.id}`)).json).toMatchObject(sent);
  }
  expect((await service.b.post('/broadcastHosts', { title: 'Lena', metadata: 'text' })).wrongFields).toEqual([
    '/metadata',
  ]);
});

it('media is a URL or an object with url, alt and type', async () => {
  const fields = new Fields((body) => service.b.patch('', body));
  for (const pointer of ['/theme/logo', '/appBar/logo', '/home/header/background']) {
    await fields.takes(pointer, 'https://harbour.example/media/logo.svg');
    await fields.takes(pointer, { url: 'https://harbour.example/media/logo.svg', alt: 'Harbour', type: 'image' });
  }
});

it('unknown fields are refused at the top of closed bodies', async () => {
  const [{ id: sessionId }, { id: workflowId }] = [
    await service.b.post('/broadcastSessions', session()),
    await service.b.post('/workflows', workflow()),
  ];
  const answers = [
    await service.a.post('/events', event({ colour: 'red' })),
    await service.a.post('/places', place({ colour: 'red' })),
    await service.a.post('/articles', article({ colour: 'red' })),
    await service.b.patch('', { colour: 'red' }),
    await service.b.patch(`/broadcastSessions/${sessionId}`, { colour: 'red' }),
    await service.b.patch(`/workflows/${workflowId}`, { colour: 'red' }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(400);
    expect(answer.wrongFields).toEqual(['/colour']);
  }
});

it('unknown keys are kept inside metadata, blocks, capabilities, localeDetails, time and config', async () => {
  const sent = {
    metadata: { ours: 1 },
    blocks: [{ type: 'title', ours: 2 }],
    localeDetails: { en: { ours: 3 } },
    time: { start: '2027-06-19T10:00:00Z', end: '2027-06-19T11:00:00Z', ours: 4 },
  };
  expect((await service.b.post('/broadcastSessions', session(sent))).json).toMatchObject(sent);
  const capabilities = { ours: { deep: [5] } };
  expect((await service.b.patch('', { capabilities })).json).toMatchObject({ capabilities });
  const nodes = [{ id: 'ask', type: 'if', config: { ours: 6 } }];
  expect((await service.b.post('/workflows', workflow({ nodes }))).json).toMatchObject({ nodes });
});
