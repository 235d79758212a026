import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/kinds/operation.ts';
import { fileKinds, type KindName } from '../../src/kinds/registry.ts';
import { EMPTY_BASE, type Base, type BaseEntry } from '../../src/model/base.ts';
import type { RemoteRecord, Snapshot } from '../../src/model/snapshot.ts';
import type { Client } from '../../src/remote/client.ts';
import { snapshotOf as readerOf } from '../../src/remote/read-snapshot.ts';
import { answerJson, rawServer } from './raw-server.ts';
import { clientOf, type ManualClock, newKey, someEvent, startTarget, type Target } from './target.ts';

interface Reading {
  readonly client: Client;
  readonly clock: ManualClock;
}

const ALL: readonly KindName[] = fileKinds.map(({ name }) => name);

const snapshotOf = (
  { client, clock }: Reading,
  kinds: readonly KindName[] = ALL,
  base: Base = EMPTY_BASE,
): Promise<Snapshot> => readerOf(client, { target: 'production', base, now: clock.now, settle: 30_000 })(kinds);

function recordsOf(snapshot: Snapshot, kind: KindName): readonly RemoteRecord[] {
  const reading = snapshot.kinds.get(kind);
  expect(reading?.type).toBe('read');
  return reading?.type === 'read' ? [...reading.records.values()] : [];
}

const typesOf = (snapshot: Snapshot): Record<string, string> =>
  Object.fromEntries([...snapshot.kinds].map(([kind, { type }]) => [kind, type]));

describe('a snapshot', () => {
  it('of an extended target reads every kind with files', async () => {
    const target = await startTarget();
    const snapshot = await snapshotOf(target);
    expect(new Set(Object.values(typesOf(snapshot)))).toEqual(new Set(['read']));
    expect(snapshot).toMatchObject({ target: 'production', requests: ALL.length });
    expect(recordsOf(snapshot, 'broadcast')).toMatchObject([
      { id: target.broadcastId, fields: { name: 'Harbour', status: 'idle' } },
    ]);
  });

  it('of a documented target reads the documented kinds, and marks the rest as unreadable', async () => {
    const target = await startTarget({ profile: 'documented' });
    const types = typesOf(await snapshotOf(target));
    const read = Object.keys(types).filter((kind) => types[kind] === 'read');
    expect(read.sort()).toEqual(['article', 'broadcast', 'event', 'page', 'place', 'webhook']);
    expect(new Set(Object.values(types))).toEqual(new Set(['read', 'unreadable']));
    expect(target.seen.every(({ operation }) => operation !== undefined)).toBe(true);
  });

  it('reads the other kinds if one cannot be read', async () => {
    const target = await startTarget();
    target.service.faults.arm([{ do: 'status-500', path: '/places' }]);
    const snapshot = await snapshotOf(target);
    expect(snapshot.kinds.get('place')).toMatchObject({
      type: 'unknown',
      reason: expect.stringContaining('GET /v1/places was answered with 500'),
    });
    expect(typesOf(snapshot)).toMatchObject({ event: 'read', article: 'read' });
  });

  it('explains how to fix an extended profile that does not match the service', async () => {
    const target = await startTarget({ profile: 'documented' });
    const client = target.clientWith({ profile: 'extended' });
    const snapshot = await snapshotOf({ ...target, client }, ['host', 'event']);
    expect(snapshot.kinds.get('host')).toMatchObject({ type: 'unknown', reason: expect.stringContaining('`profile`') });
    expect(snapshot.kinds.get('event')).toMatchObject({ type: 'read' });
  });
});

describe('a snapshot is not made', () => {
  it('without the plan that the API requires', async () => {
    const target = await startTarget({ plan: 'free' });
    await expect(snapshotOf(target)).rejects.toMatchObject({
      type: 'forbidden',
      suggestion: expect.stringContaining('Pro plan'),
    });
  });
});

const entryOf = (record: RemoteRecord, more: Partial<BaseEntry> = {}): BaseEntry => ({
  kind: record.kind,
  id: record.id,
  leaves: {},
  ...(record.updatedAt !== undefined && { updatedAt: record.updatedAt }),
  ...more,
});

const baseOf = (entries: readonly BaseEntry[], deleted: ReadonlyMap<string, number> = new Map()): Base => ({
  entries: new Map(entries.map((entry, index) => [`${entry.kind}s/${index}`, entry])),
  deleted,
});

describe('fields hidden in a list', () => {
  const articles = [
    { id: '1', title: 'One', updated_at: '2027-01-01T00:00:00Z', content: 'First text', cover_image_url: null },
    { id: '2', title: 'Two', updated_at: '2027-01-01T00:00:00Z', content: 'Second text', cover_image_url: null },
  ];

  async function shortLists(profile: Profile, { withTimes = true } = {}) {
    const server = await rawServer(({ url }, response) => {
      const single = /\/articles\/(\d)/.exec(url!);
      if (single)
        return answerJson(
          response,
          articles.find(({ id }) => id === single[1]),
        );
      const data = articles.map(({ id, title, updated_at }) => (withTimes ? { id, title, updated_at } : { id, title }));
      answerJson(response, { data, total: data.length });
    });
    return { ...clientOf(server.url, { profile }), server };
  }

  it('are unknown if nothing shows them', async () => {
    const target = await shortLists('documented');
    const [first] = recordsOf(await snapshotOf(target, ['article']), 'article');
    expect(first).toMatchObject({ hidden: ['content', 'cover_image_url'], fields: { title: 'One' } });
    expect(target.server.seen).toHaveLength(1);
  });

  it('are read one by one if possible', async () => {
    const target = await shortLists('extended');
    const records = recordsOf(await snapshotOf(target, ['article']), 'article');
    expect(records.map(({ fields, hidden }) => [fields['content'], hidden])).toEqual([
      ['First text', []],
      ['Second text', []],
    ]);
  });

  it('are read one by one only for objects that changed since the last sync', async () => {
    const target = await shortLists('extended');
    const unchanged: BaseEntry = { kind: 'article', id: '1', leaves: {}, updatedAt: '2027-01-01T00:00:00.000+00:00' };
    const changed: BaseEntry = { kind: 'article', id: '2', leaves: {}, updatedAt: '2026-12-31T00:00:00Z' };
    const records = recordsOf(await snapshotOf(target, ['article'], baseOf([unchanged, changed])), 'article');
    expect(records.map(({ hidden }) => hidden)).toEqual([['content', 'cover_image_url'], []]);
    expect(target.server.seen).toEqual(['GET /v1/articles?limit=200&offset=0', 'GET /v1/articles/2']);
  });

  it('are read one by one for all objects if the list has no change times', async () => {
    const target = await shortLists('extended', { withTimes: false });
    const known: BaseEntry = { kind: 'article', id: '1', leaves: {}, updatedAt: '2027-01-01T00:00:00Z' };
    const records = recordsOf(await snapshotOf(target, ['article'], baseOf([known])), 'article');
    expect(records.map(({ hidden }) => hidden)).toEqual([[], []]);
  });

  it('are empty if one entry of the list shows them', async () => {
    const target = await startTarget({ profile: 'documented' });
    await target.client.create(
      'article',
      { title: 'With text', content: 'Text', cover_image_url: 'https://x.example/a.jpg' },
      newKey(),
    );
    await target.client.create('article', { title: 'Without' }, newKey());
    const records = recordsOf(await snapshotOf(target, ['article']), 'article');
    expect(records.map(({ hidden }) => hidden)).toEqual([[], []]);
  });

  it("always include a webhook's secret", async () => {
    const target = await startTarget();
    await target.client.create(
      'webhook',
      { url: 'https://x.example', events: ['event.created'], secret: 'canary' },
      newKey(),
    );
    expect(recordsOf(await snapshotOf(target, ['webhook']), 'webhook')[0]!.hidden).toEqual(['secret']);
    expect(target.seen.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });
});

describe('a list that lags behind', () => {
  const lagging = (profile: Profile): Promise<Target> => startTarget({ profile, variants: ['lagging-lists'] });

  async function createdLately({ client, clock }: Target, kind: KindName, body: object) {
    const { record } = await client.create(kind, body as never, newKey());
    return { record: record!, entry: entryOf(record!, { writtenAt: clock.now() }) };
  }

  it('does not hide a newly created object: it is read by its id', async () => {
    const target = await lagging('documented');
    const { record, entry } = await createdLately(target, 'event', someEvent());
    const records = recordsOf(await snapshotOf(target, ['event'], baseOf([entry])), 'event');
    expect(records.map(({ id }) => id)).toEqual([record.id]);
    expect(target.clock.slept).toEqual([]);
  });

  it('does not make a newly created object count as deleted if single objects cannot be read', async () => {
    const target = await lagging('documented');
    const { record, entry } = await createdLately(target, 'place', { name: 'Main stage' });
    const { kinds } = await snapshotOf(target, ['place'], baseOf([entry]));
    expect(kinds.get('place')).toEqual({
      type: 'read',
      records: new Map(),
      unseen: new Map([[record.id, target.clock.now() + 30_000]]),
    });
    expect(target.clock.slept).toEqual([]);
  });

  it('does not show an earlier version of a newly changed object', async () => {
    for (const kind of ['event', 'place'] as const) {
      const target = await lagging('documented');
      const body = kind === 'event' ? someEvent() : { name: 'Main stage' };
      const { id } = await target.client.create(kind, body, newKey());
      await target.clock.sleep(5000);
      await target.client.list(kind);
      const record = (await target.client.update(kind, id!, { description: 'New' }))!;
      const base = baseOf([entryOf(record, { writtenAt: target.clock.now() })]);
      const reading = (await snapshotOf(target, [kind], base)).kinds.get(kind);
      const [seen] = reading?.type === 'read' ? [...reading.records.values()] : [];
      // By its id if possible, and otherwise not at all.
      if (kind === 'event') expect(seen!.fields['description']).toBe('New');
      else expect([seen, reading]).toMatchObject([undefined, { unseen: new Map([[id, undefined]]) }]);
    }
  });

  it('does not bring back a newly deleted object', async () => {
    for (const [profile, kind] of [
      ['documented', 'event'],
      ['documented', 'article'],
      ['extended', 'article'],
    ] as const) {
      const target = await lagging(profile);
      const body = kind === 'event' ? someEvent() : { title: 'Getting there' };
      const { id } = await target.client.create(kind, body, newKey());
      await target.clock.sleep(5000);
      expect(recordsOf(await snapshotOf(target, [kind]), kind)).toHaveLength(1);
      await target.client.delete(kind, id!);
      const base = baseOf([], new Map([[id!, target.clock.now()]]));
      expect(recordsOf(await snapshotOf(target, [kind], base), kind)).toEqual([]);
    }
  });

  it('is trusted about objects deleted by others after the settle time', async () => {
    const target = await startTarget({ profile: 'documented' });
    const { clock } = target;
    const gone = { kind: 'place', id: '64b7c0ffee64b7c0ffee0009', leaves: {}, writtenAt: clock.now() } as const;
    const readingAfter = async (milliseconds: number) => {
      await clock.sleep(milliseconds);
      return (await snapshotOf(target, ['place'], baseOf([gone]))).kinds.get('place');
    };
    expect(await readingAfter(29_000)).toMatchObject({ unseen: new Map([[gone.id, gone.writtenAt + 30_000]]) });
    expect(await readingAfter(2000)).toEqual({ type: 'read', records: new Map() });
  });

  it('is trusted at once about objects written long ago', async () => {
    const target = await startTarget({ profile: 'documented' });
    const gone = {
      kind: 'place',
      id: '64b7c0ffee64b7c0ffee0009',
      leaves: {},
      writtenAt: target.clock.now() - 60_000,
    } as const;
    expect(recordsOf(await snapshotOf(target, ['place'], baseOf([gone])), 'place')).toEqual([]);
    expect(target.clock.slept).toEqual([]);
  });
});
