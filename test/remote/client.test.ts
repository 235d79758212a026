import { describe, expect, it } from 'vitest';
import type { Verb } from '../../src/kinds/operation.ts';
import { fileKinds, kinds, type KindName } from '../../src/kinds/registry.ts';
import { operationFor } from '../../src/kinds/capabilities.ts';
import { clockProblem } from '../../src/remote/http/http.ts';
import { VARIANTS, type Variant } from '../service/variants.ts';
import { answerJson, rawServer } from './raw-server.ts';
import { clientOf, newKey, someEvent, startTarget, talkTo } from './target.ts';

const VERBS: readonly Verb[] = ['list', 'read', 'create', 'update', 'delete'];
const EVERY_VARIANT: readonly (readonly Variant[])[] = [
  [],
  ...Object.keys(VARIANTS).map((name) => [name as Variant]),
  [
    'small-pages',
    'no-total',
    'newest-first',
    'other-timestamps',
    'uuid-ids',
    'empty-bodies',
    'no-etags',
    'status-200',
    'normalising',
  ],
];

describe.each(EVERY_VARIANT)('a service with %s', (...variants) => {
  it('creates, reads, updates and deletes an article, with any form of id', async () => {
    const { client, clock } = await startTarget({ variants });
    const created = await client.create('article', { title: 'Getting there', content: 'By **train**.' }, newKey());
    await clock.sleep(1500);
    const id = created.id ?? (await onlyId(client.list('article')));
    await client.update(
      'article',
      id,
      { title: 'How to get there' },
      { etag: (await client.read('article', id))?.etag },
    );
    expect(await client.read('article', id)).toMatchObject({
      fields: { title: 'How to get there', content: 'By **train**.' },
    });
    await client.delete('article', id, { etag: (await client.read('article', id))?.etag });
    expect(await client.read('article', id)).toBeUndefined();
  });

  it('lists all objects of each kind', async () => {
    const { client, clock } = await startTarget({ variants });
    // Only small pages are fewer than there are objects.
    const count = variants.includes('small-pages') ? 45 : 5;
    const bodies = Array.from({ length: count }, (_, index) => ({ ...someEvent(`Event ${index}`) }));
    await Promise.all(bodies.map((body) => client.create('event', body, newKey())));
    await Promise.all(bodies.map(({ title }) => client.create('place', { name: title }, newKey())));
    await Promise.all(bodies.map(({ title }) => client.create('page', { title }, newKey())));
    await Promise.all(
      bodies.map((_, index) =>
        client.create('webhook', { url: `https://x.example/${index}`, events: ['event.created'] }, newKey()),
      ),
    );
    await clock.sleep(1500);
    for (const kind of ['event', 'place', 'page', 'webhook'] as const) {
      const reading = await client.list(kind);
      expect(reading.type === 'read' ? reading.records.size : reading, kind).toBe(count);
    }
  });
});

async function onlyId(listing: ReturnType<Awaited<ReturnType<typeof startTarget>>['client']['list']>): Promise<string> {
  const reading = await listing;
  if (reading.type !== 'read') throw new Error('not read');
  expect(reading.records.size).toBe(1);
  return [...reading.records.keys()][0]!;
}

describe('the operation for a verb', () => {
  const shared = { sharedArticleIds: true };
  const choice = (
    kind: KindName,
    verb: Verb,
    profile: 'documented' | 'extended',
    options = shared,
    id?: string,
  ): string => {
    const operation = operationFor(kind, verb, { profile, ...options }, id);
    return operation ? `${operation.surface} ${operation.method} ${operation.path}` : 'none';
  };

  it('is a documented one if there is one', () => {
    for (const { name } of kinds) {
      for (const verb of VERBS) {
        const documented = operationFor(name, verb, { profile: 'documented', ...shared });
        expect(documented?.documented ?? true).toBe(true);
        if (documented) expect(operationFor(name, verb, { profile: 'extended', ...shared })).toBe(documented);
      }
    }
  });

  it('deletes an article on Surface B, where it is documented', () => {
    expect(choice('article', 'delete', 'documented')).toBe('B DELETE /broadcastArticles/{id}');
    expect(choice('article', 'update', 'documented')).toBe('none');
    expect(choice('article', 'update', 'extended')).toBe('A PUT /articles/{id}');
    expect(choice('article', 'read', 'extended')).toBe('A GET /articles/{id}');
  });

  it("stays on the kind's surface if ids are not shared", () => {
    expect(choice('article', 'delete', 'documented', { sharedArticleIds: false })).toBe('none');
    expect(choice('article', 'delete', 'extended', { sharedArticleIds: false })).toBe('A DELETE /articles/{id}');
  });

  it('does not send an id to Surface B that is not valid there', () => {
    const uuid = '8f14e45f-ceea-467f-9c3f-0a0f2b1c4d5e';
    expect(choice('article', 'delete', 'documented', shared, uuid)).toBe('none');
    expect(choice('article', 'delete', 'extended', shared, uuid)).toBe('A DELETE /articles/{id}');
  });
});

describe('the documented profile', () => {
  it('makes only documented calls and offers nothing else', async () => {
    const target = await startTarget({ profile: 'documented' });
    const { client } = target;
    const { id: article } = await client.create('article', { title: 'Getting there' }, newKey());
    const { id: event } = await client.create('event', someEvent(), newKey());
    const { id: place } = await client.create('place', { name: 'Main stage' }, newKey());
    await client.update('place', place!, { name: 'Stage' });
    await client.update('broadcast', target.broadcastId, { isWeb: true });
    await Promise.all([client.delete('article', article!), client.delete('event', event!)]);
    for (const { name } of fileKinds) if (client.can(name, 'list')) await client.list(name);
    expect(target.seen.filter(({ operation }) => operation === undefined)).toEqual([]);
    await expect(client.delete('place', place!)).rejects.toMatchObject({
      type: 'unsupported',
      message: 'cannot delete places: the target does not support it',
    });
    expect(await client.list('session')).toEqual({ type: 'unreadable' });
  });
});

describe('a request', () => {
  it("has its surface's credential and no other", async () => {
    const seen: Record<string, unknown>[] = [];
    const server = await rawServer(({ headers }, response) => {
      seen.push({ a: headers.authorization, b: headers['x-api-key'] });
      answerJson(response, { id: '1', _id: '64b7c0ffee64b7c0ffee0002' });
    });
    const { client } = clientOf(server.url);
    await client.read('event', '1');
    await client.read('broadcast');
    expect(seen).toEqual([
      { a: 'Bearer canary-key', b: undefined },
      { a: undefined, b: 'canary-key' },
    ]);
  });

  it('that reads is not answered from a cache', async () => {
    const seen: unknown[] = [];
    const server = await rawServer(({ headers }, response) => {
      seen.push(headers['cache-control']);
      answerJson(response, { id: '1' });
    });
    await clientOf(server.url).client.read('event', '1');
    expect(seen).toEqual(['no-cache']);
  });

  it('keeps the path of the base URL, and escapes ids', async () => {
    const server = await rawServer((_, response) => answerJson(response, { id: '../places?x=1' }));
    const { client } = clientOf(`${server.url}/cms/`);
    await client.read('event', '../places?x=1');
    expect(server.seen).toEqual(['GET /cms/v1/events/..%2Fplaces%3Fx%3D1']);
  });

  it('that creates has an idempotency key', async () => {
    const target = await startTarget();
    const key = newKey();
    const [first, second] = [
      await target.client.create('event', someEvent(), key),
      await target.client.create('event', someEvent(), key),
    ];
    expect(first.id).toBe(second.id);
  });
});

describe('a record', () => {
  it("never contains a broadcast's stored credentials", async () => {
    const server = await rawServer((_, response) =>
      answerJson(response, {
        _id: '64b7c0ffee64b7c0ffee0002',
        name: 'Harbour',
        authData: [{ type: 'basic', basic: { password: 'canary' } }],
      }),
    );
    const { client } = clientOf(server.url);
    const record = await client.read('broadcast');
    expect(record!.fields).toEqual({ name: 'Harbour' });
    expect(JSON.stringify(record)).not.toContain('canary');
  });

  it("never contains a webhook's secret, not even when it was just created", async () => {
    const { client } = await startTarget();
    const body = { url: 'https://hooks.example.org/x', events: ['event.created'], secret: 'canary-secret' };
    const { record } = await client.create('webhook', body, newKey());
    expect(record!.hidden).toEqual(['secret']);
    expect(JSON.stringify(record)).not.toContain('canary');
  });

  it('is not made from the answer to a write that lacks something that was sent: it has to be read', async () => {
    const server = await rawServer((_, response) =>
      answerJson(response, { id: '1', title: 'Getting there', cover_image_url: null }),
    );
    const { client } = clientOf(server.url);
    const body = { title: 'Getting there', cover_image_url: 'https://x.example/a.jpg', status: null };
    expect(await client.create('article', body, newKey())).toMatchObject({
      record: { hidden: [], fields: { title: 'Getting there', cover_image_url: null } },
    });
    const more = { ...body, content: 'By train.' };
    expect(await client.create('article', more, newKey())).toEqual({ id: '1' });
    expect(await client.update('article', '1', more)).toBeUndefined();
  });

  it('has no weak ETag, because it cannot be used as a precondition', async () => {
    const server = await rawServer((_, response) => {
      response.setHeader('etag', 'W/"1"');
      answerJson(response, { id: '1' });
    });
    expect(await clientOf(server.url).client.read('event', '1')).not.toHaveProperty('etag');
  });

  it('is not built from an answer that has only a Location', async () => {
    const server = await rawServer((_, response) => {
      response.setHeader('location', 'https://api.example.com/v1/events/42?x#y');
      answerJson(response, { success: true }, 201);
    });
    expect(await clientOf(server.url).client.create('event', someEvent(), newKey())).toEqual({ id: '42' });
  });

  it.each(['https://api.example.com/v1/jobs/42', '/v1/events/', '/', ''])(
    'takes no id from a Location with a different path: “%s”',
    async (location) => {
      const server = await rawServer((_, response) => {
        response.setHeader('location', location);
        answerJson(response, { success: true }, 202);
      });
      expect(await clientOf(server.url).client.create('event', someEvent(), newKey())).toEqual({});
    },
  );
});

const HOUR = 3_600_000;
const get = { method: 'GET', path: '/v1/events?limit=1', headers: {}, secrets: [] } as const;

describe("the difference to the service's clock", () => {
  it.each([
    [HOUR, '60 minutes behind'],
    [-HOUR, '60 minutes ahead of'],
  ])('is a problem if it is %i milliseconds', async (skew, words) => {
    const server = await rawServer((_, response) => {
      response.setHeader('date', new Date(Date.now() + skew).toUTCString());
      answerJson(response, {});
    });
    const { http } = talkTo(server.url, { now: Date.now });
    await http.send(get);
    await http.send(get);
    expect(clockProblem(http.clockSkew()!)).toContain(words);
    expect(Math.abs(http.clockSkew()! - skew)).toBeLessThan(3000);
  });

  it('is none while the clocks agree', async () => {
    const server = await rawServer((_, response) => answerJson(response, {}));
    const { http } = talkTo(server.url, { now: Date.now });
    expect(http.clockSkew()).toBeUndefined();
    await http.send(get);
    expect(clockProblem(http.clockSkew()!)).toBeUndefined();
    expect(Math.abs(http.clockSkew()!)).toBeLessThan(3000);
  });
});
