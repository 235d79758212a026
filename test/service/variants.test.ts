/** Every variant does what its description says; the description is the title. */
import { expect, it } from 'vitest';
import { isVariant, VARIANTS, type Variant } from './variants.ts';
import type { Answer } from '../contract/answer.ts';
import { article, event, NOBODY, page, place } from '../contract/bodies.ts';
import { seconds } from '../contract/manual-clock.ts';
import { temporaryService, type Running } from '../contract/service.ts';

const rateHeadersOf = ({ headers }: Answer): readonly string[] =>
  [...headers.keys()].filter((name) => /ratelimit|retry-after/.test(name)).sort();

async function exceedLimit({ a }: Running): Promise<Answer> {
  await a.get('/events');
  return a.get('/events');
}

async function createMany({ a }: Running, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await a.post('/events', event())).id);
  return ids;
}

const PROOFS: Readonly<Record<Variant, (service: Running) => Promise<void>>> = {
  async 'plain-errors'({ a }) {
    const answer = await a.get(`/events/${NOBODY}`);
    expect(answer.mediaType).toBe('application/json');
    expect(answer.json).toEqual({ error: `event ${NOBODY} does not exist` });
  },
  async 'nested-errors'({ a }) {
    const answer = await a.get(`/events/${NOBODY}`);
    expect(answer.mediaType).toBe('application/json');
    expect(answer.json).toEqual({ error: { message: `event ${NOBODY} does not exist` } });
  },
  async 'ratelimit-headers'(service) {
    const refused = await exceedLimit(service);
    expect(refused.status).toBe(429);
    expect(rateHeadersOf(refused)).toEqual(['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']);
  },
  async 'x-ratelimit-headers'(service) {
    const refused = await exceedLimit(service);
    expect(rateHeadersOf(refused)).toEqual(['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
    expect(Number(refused.headers.get('x-ratelimit-reset'))).toBe(service.clock.now() / 1000 + 60);
  },
  async 'retry-after-date'(service) {
    const refused = await exceedLimit(service);
    expect(rateHeadersOf(refused)).toEqual(['retry-after']);
    expect(Date.parse(refused.headers.get('retry-after')!)).toBe(service.clock.now() + seconds(60));
  },
  async 'status-200'({ a, b }) {
    for (const created of [await a.post('/events', event()), await b.post('/broadcastPages', page())]) {
      expect(created.status).toBe(200);
      expect(created.headers.has('location')).toBe(false);
    }
  },
  async 'empty-bodies'({ a, b }) {
    const created = await a.post('/events', event());
    expect([created.status, created.text]).toEqual([201, '']);
    const [{ id }] = (await a.get('/events')).data as unknown as [{ id: string }];
    const updated = await a.put(`/events/${id}`, { title: 'Closing night' });
    expect([updated.status, updated.text]).toEqual([200, '']);
    expect((await a.get(`/events/${id}`)).json['title']).toBe('Closing night');
    expect((await b.post('/broadcastPages', page())).json).toMatchObject(page());
  },
  async 'uuid-ids'({ a, b }) {
    const { id } = await a.post('/places', place());
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await a.post('/events', event({ place_id: id }))).status).toBe(201);
    expect((await b.post('/broadcastPages', page())).id).toMatch(/^[0-9a-f]{24}$/);
  },
  async 'newest-first'(service) {
    const ids = await createMany(service, 5);
    const listed = (await service.a.get('/events?limit=3')).data.map(({ id }) => id);
    expect(listed).toEqual(ids.toReversed().slice(0, 3));
    const pages = [
      (await service.b.post('/broadcastPages', page())).id,
      (await service.b.post('/broadcastPages', page())).id,
    ];
    expect((await service.b.get('/broadcastPages')).data.map(({ _id }) => _id)).toEqual(pages.toReversed());
    const rest = await service.b.get(`/broadcastPages?startId=${pages[1]!}`);
    expect(rest.data.map(({ _id }) => _id)).toEqual([pages[0]]);
  },
  async 'other-timestamps'({ a, b }) {
    const spelled = '2027-06-18T12:00:00.000000+00:00';
    expect((await a.post('/events', event())).json).toMatchObject({ created_at: spelled, updated_at: spelled });
    expect((await b.get('')).json).toMatchObject({ _createdAt: spelled, _updatedAt: spelled });
  },
  async normalising({ a, b }) {
    expect((await a.post('/events', event({ title: '  Opening night\n' }))).json['title']).toBe('Opening night');
    const { blocks } = (await b.post('/broadcastPages', page({ blocks: [{ type: 'title', key: ' a ' }] }))).json;
    expect(blocks).toEqual([{ type: 'title', key: 'a', _rendered: true }]);
  },
  async 'no-descriptions'({ a }) {
    const created = await a.post('/events', event({ description: 'Two sets' }));
    for (const { json } of [created, await a.get(`/events/${created.id}`)])
      expect(json).not.toHaveProperty('description');
  },
  async cut({ a, b }) {
    const text = 'x'.repeat(100);
    expect((await a.post('/events', event({ description: text }))).json['description']).toBe(text.slice(0, 60));
    const { blocks } = (await b.post('/broadcastPages', page({ blocks: [{ type: 'title', key: text }] }))).json;
    expect(blocks).toEqual([{ type: 'title', key: text.slice(0, 60) }]);
  },
  async 'no-idempotency'({ a }) {
    const headers = { 'Idempotency-Key': 'one' };
    const [first, second] = [
      await a.post('/events', event(), { headers }),
      await a.post('/events', event(), { headers }),
    ];
    expect(second.id).not.toBe(first.id);
  },
  async 'no-etags'({ a }) {
    const created = await a.post('/events', event());
    expect(created.headers.has('etag')).toBe(false);
    expect((await a.get(`/events/${created.id}`)).headers.has('etag')).toBe(false);
    expect((await a.put(`/events/${created.id}`, {}, { headers: { 'If-Match': '"other"' } })).status).toBe(200);
  },
  async 'lagging-lists'({ a, clock }) {
    const titles = async () => (await a.get('/events')).data.map(({ title }) => title);
    const { id } = await a.post('/events', event({ title: 'One' }));
    expect((await a.get(`/events/${id}`)).status).toBe(200);
    expect(await titles()).toEqual([]);
    clock.advance(seconds(1));
    expect(await titles()).toEqual(['One']);
    await a.put(`/events/${id}`, { title: 'Two' });
    expect(await titles()).toEqual(['One']);
    clock.advance(seconds(1));
    await a.delete(`/events/${id}`);
    expect(await titles()).toEqual(['Two']);
    clock.advance(seconds(1));
    expect(await titles()).toEqual([]);
  },
  async 'small-pages'(service) {
    await createMany(service, 25);
    const list = await service.a.get('/events?limit=200');
    expect(list.data).toHaveLength(20);
    expect(list.json['total']).toBe(25);
    for (let index = 0; index < 21; index += 1) await service.b.post('/broadcastPages', page());
    expect((await service.b.get('/broadcastPages?limit=200')).data).toHaveLength(20);
  },
  async 'no-total'({ a }) {
    await a.post('/articles', article());
    for (const path of ['/events', '/places', '/articles'])
      expect((await a.get(path)).json).not.toHaveProperty('total');
  },
};

const NEEDS_A_LIMIT: ReadonlySet<Variant> = new Set(['ratelimit-headers', 'x-ratelimit-headers', 'retry-after-date']);

for (const variant of Object.keys(PROOFS) as Variant[]) {
  it(`${variant}: ${VARIANTS[variant]}`, async () => {
    const rateLimit = NEEDS_A_LIMIT.has(variant) ? 1 : 0;
    const service = await temporaryService({ variants: new Set([variant]), rateLimit });
    await expect(PROOFS[variant](service)).resolves.toBeUndefined();
  });
}

it('variants can be combined', async () => {
  const variants = new Set<Variant>(['plain-errors', 'status-200', 'no-total', 'newest-first', 'other-timestamps']);
  const service = await temporaryService({ variants });
  const ids = await createMany(service, 3);
  const list = await service.a.get('/events');
  expect(list.data.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(list.json).not.toHaveProperty('total');
  expect((await service.a.post('/events', {})).json).toEqual({ error: expect.any(String) });
});

it('a variant is recognised only by its exact name', () => {
  expect(isVariant('no-etags')).toBe(true);
  expect(isVariant('toString')).toBe(false);
});
