import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileKinds, type KindName } from '../../src/kinds/registry.ts';
import { EMPTY_BASE } from '../../src/model/base.ts';
import { createClient, type Client } from '../../src/remote/client.ts';
import type { HttpRequest } from '../../src/remote/http/http.ts';
import { Intake, listAll, type ListingOptions } from '../../src/remote/listing.ts';
import { snapshotOf } from '../../src/remote/read-snapshot.ts';
import { insertRecord } from '../../src/service/store/records.ts';
import { answerJson, rawServer, type RawServer } from './raw-server.ts';
import { clientOf, someEvent, startTarget, talkTo, type Target } from './target.ts';

/** Straight into the database: a thousand requests would take longer than all that is tested here. */
async function storeEvents({ service, broadcastId }: Target, count: number): Promise<void> {
  const at = new Date(service.options.clock.now()).toISOString();
  const kept = { broadcastId, kind: 'event', placeId: null, secret: null, createdAt: at, updatedAt: at } as const;
  await service.engine.write('everything', function* () {
    for (let index = 0; index < count; index++) {
      const fields = JSON.stringify(someEvent(`Event ${index}`));
      yield* insertRecord({ id: String(index + 1).padStart(24, '0'), fields, ...kept });
    }
  });
}

async function outcomeOf(client: Client, kind: KindName): Promise<number | string> {
  const reading = await client.list(kind);
  if (reading.type === 'unreadable') return 'unreadable';
  return reading.type === 'read' ? reading.records.size : reading.reason;
}

describe('a listing of 1,000 events', () => {
  it('takes five requests', async () => {
    const target = await startTarget();
    await storeEvents(target, 1000);
    const before = target.seen.length;
    expect(await outcomeOf(target.client, 'event')).toBe(1000);
    expect(target.seen.slice(before).map(({ path }) => path)).toEqual(
      [0, 200, 400, 600, 800].map((offset) => `/v1/events?limit=200&offset=${offset}`),
    );
  });

  it.each([
    ['fifty if a page has at most twenty entries', 'small-pages', 50],
    ['one more without a total: the empty page at the end', 'no-total', 6],
  ] as const)('takes %s', async (_, variant, requests) => {
    const target = await startTarget({ variants: [variant] });
    await storeEvents(target, 1000);
    const before = target.seen.length;
    expect(await outcomeOf(target.client, 'event')).toBe(1000);
    expect(target.seen.length - before).toBe(requests);
  });

  it.each(['status-500', 'reset-before', 'reset-after', 'truncate'] as const)(
    'is complete despite occasional %s faults',
    async (fault) => {
      const target = await startTarget({ variants: ['small-pages'] });
      await storeEvents(target, 200);
      target.service.faults.arm([2, 5, 6].map((nth) => ({ do: fault, nth })));
      expect(await outcomeOf(target.client, 'event')).toBe(200);
      expect(target.client.counts().retries).toBeGreaterThan(0);
    },
  );

  it('is unknown, with the reason, if a page fails for good', async () => {
    const target = await startTarget({ variants: ['small-pages'] });
    await storeEvents(target, 200);
    target.service.faults.arm([
      { do: 'status-500', method: 'GET', path: '/events' },
      { do: 'latency', ms: 0 },
    ]);
    expect(await outcomeOf(target.client, 'event')).toContain('was answered with 500');
  });
});

const entries = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({ id: String(from + index) }));

interface Asked {
  readonly limit: number | undefined;
  readonly offset: number;
  readonly request: number;
}

/** A service with unusual paging. */
async function paging(
  answer: (asked: Asked) => object,
  status = (_: Asked) => 200,
): Promise<{ client: Client; server: RawServer }> {
  let request = 0;
  const server = await rawServer(({ url }, response) => {
    const query = new URL(url!, 'http://x').searchParams;
    const limit = query.has('limit') ? Number(query.get('limit')) : undefined;
    const asked = { limit, offset: Number(query.get('offset') ?? query.get('skip') ?? 0), request: ++request };
    answerJson(response, answer(asked), status(asked));
  });
  return { client: clientOf(server.url).client, server };
}

/** A list in pages of this size. */
const inPages =
  (size: number, count: number) =>
  ({ offset }: Asked) => ({ data: entries(offset, Math.min(offset + size, count)), total: count });

describe('a service with unusual paging', () => {
  const SIZES = [5, 2, 5, 1, 3, 5, 4];

  it.each<[string, (asked: Asked) => object, number | string, number?]>([
    ['have a maximum page size of seven', inPages(7, 50), 50, 8],
    ['have pages of different sizes', (asked) => inPages(SIZES[asked.request % SIZES.length]!, 33)(asked), 33],
    ['ignore paging and return everything', () => ({ data: entries(0, 450), total: 450 }), 450, 1],
    ['change while it is read: it is read again', (asked) => inPages(10, asked.request === 1 ? 20 : 21)(asked), 21],
    [
      'ignore the offset: the repeated page is not requested for ever, and the list is incomplete',
      () => ({ data: entries(0, 10), total: 1000 }),
      'the list has 10 entries but reports a total of 1000',
      11,
    ],
    [
      'ignore the offset and have no total',
      () => ({ data: entries(0, 10) }),
      'the list repeats itself after 10 entries and does not report a total',
    ],
    [
      'report a total that is too high',
      ({ offset }) => ({ data: entries(offset, 3), total: 4 }),
      'the list has 3 entries but reports a total of 4',
    ],
    [
      'report a total that is too low',
      () => ({ data: entries(0, 5), total: 4 }),
      'the list has 5 entries but reports a total of 4',
    ],
    ['return an entry twice', () => ({ data: [...entries(0, 3), ...entries(2, 3)], total: 3 }), 3],
    ['have entries without an id', () => ({ data: [{ title: 'x' }], total: 1 }), 'the list has entries without an id'],
    [
      'change all the time',
      ({ offset, request }) => ({ data: entries(offset, offset + 10), total: 20 + request }),
      'the list changed while it was read',
    ],
  ])('may %s', async (_, answer, outcome, most = Infinity) => {
    const { client, server } = await paging(answer);
    expect(await outcomeOf(client, 'event')).toBe(outcome);
    expect(server.seen.length).toBeLessThanOrEqual(most);
  });

  it.each([{ items: [] }, { data: 'none' }, { data: [1] }, []])('may answer with %j', async (answer) => {
    const { client } = await paging(() => answer);
    expect(await outcomeOf(client, 'event')).toBe('the answer to GET /events is not a list in the documented format');
  });

  it('may fail half-way', async () => {
    const { client } = await paging(
      ({ offset }) => (offset < 20 ? { data: entries(offset, offset + 10), total: 40 } : { detail: 'too deep' }),
      ({ offset }) => (offset < 20 ? 200 : 400),
    );
    expect(await outcomeOf(client, 'event')).toMatch(
      /^after \d+ entries: GET \/v1\/events was refused with 400: too deep/,
    );
  });
});

describe('a list without signs of paging', () => {
  it('is requested as a whole', async () => {
    const { client, server } = await paging(() => ({ data: entries(0, 30), total: 30 }));
    expect(await outcomeOf(client, 'place')).toBe(30);
    expect(server.seen).toEqual(['GET /v1/places']);
  });

  it('is requested in pages if it has fewer entries than its total', async () => {
    const { client, server } = await paging(inPages(20, 50));
    expect(await outcomeOf(client, 'place')).toBe(50);
    expect(server.seen[1]).toBe('GET /v1/places?limit=200&offset=20');
  });

  it('is incomplete if entries are still missing', async () => {
    const { client } = await paging(() => ({ data: entries(0, 20), total: 50 }));
    expect(await outcomeOf(client, 'place')).toBe('the list has 20 entries but reports a total of 50');
  });

  it.each([
    ['has nothing after it', ({ offset }: Asked) => ({ data: entries(offset, 20) }), 20],
    ['repeats itself', () => ({ data: entries(0, 20) }), 20],
    ['continues', ({ offset }: Asked) => ({ data: entries(offset, Math.min(offset + 20, 50)) }), 50],
  ])('and without a total is checked for more entries: it %s', async (_, answer, count) => {
    const { client } = await paging(answer);
    expect(await outcomeOf(client, 'webhook')).toBe(count);
  });

  it('and without a total is accepted if the service refuses paging', async () => {
    const { client } = await paging(
      ({ offset }) => ({ data: entries(offset, 20) }),
      ({ limit }) => (limit === undefined ? 200 : 400),
    );
    expect(await outcomeOf(client, 'webhook')).toBe(20);
  });

  it('and with few entries is accepted at once', async () => {
    const { client, server } = await paging(() => ({ data: entries(0, 3) }));
    expect(await outcomeOf(client, 'webhook')).toBe(3);
    expect(server.seen).toHaveLength(1);
  });
});

describe('a list on Surface B', () => {
  const pages = (from: number, to: number) => entries(from, to).map(({ id }) => ({ _id: id }));

  it('is read in pages of fifty, by the total in its metadata', async () => {
    const { client, server } = await paging(({ offset }) => ({
      data: pages(offset, Math.min(offset + 50, 120)),
      metadata: { total: 120 },
      _type: 'broadcastPages',
    }));
    expect(await outcomeOf(client, 'page')).toBe(120);
    expect(server.seen.map((seen) => seen.replace(/.*\?/, ''))).toEqual([
      'limit=50&skip=0',
      'limit=50&skip=50',
      'limit=50&skip=100',
    ]);
  });

  it.each([{}, { total: 'many' }, { total: -0.5 }])(
    'is read until a page is empty if the metadata is %j',
    async (metadata) => {
      const { client } = await paging(({ offset }) => ({ data: pages(offset, Math.min(offset + 50, 70)), metadata }));
      expect(await outcomeOf(client, 'page')).toBe(70);
    },
  );
});

/** A list whose pages come from `fetch`. */
const listed = (fetch: ListingOptions['fetch'], more: Partial<ListingOptions> = {}) =>
  listAll({
    fetch,
    idOf: ({ id }) => String(id),
    pageSize: 200,
    paged: true,
    parallel: 4,
    intake: new Intake(),
    ...more,
  });

describe('any listing', () => {
  it('has every entry or is reported as incomplete', async () => {
    const anyService = fc.record({
      count: fc.nat(60),
      most: fc.integer({ min: 1, max: 70 }),
      total: fc.constantFrom('right', 'none', 'wrong'),
      ignoresOffset: fc.boolean(),
      paged: fc.boolean(),
    });
    const property = fc.asyncProperty(anyService, async ({ count, most, total, ignoresOffset, paged }) => {
      const totals = { right: count, none: undefined, wrong: count + 1 };
      const fetch: ListingOptions['fetch'] = async (range) => {
        const offset = ignoresOffset ? 0 : (range?.offset ?? 0);
        return {
          entries: entries(offset, Math.min(offset + Math.min(range?.limit ?? 1000, most), count)),
          total: totals[total],
        };
      };
      const listing = await listed(fetch, { pageSize: 20, paged });
      // A list that ignores paging and has no total cannot be distinguished from a complete one.
      const isUndecidable = !paged && total === 'none' && (ignoresOffset || most < 10);
      if (listing.incomplete === undefined && !isUndecidable) expect(listing.entries.size).toBe(count);
      if (total === 'right' && !ignoresOffset) expect(listing.incomplete).toBeUndefined();
      if (total === 'wrong') expect(listing.incomplete).toBeDefined();
    });
    await fc.assert(property, { numRuns: 500 });
  });
});

describe('a list of a hostile service', () => {
  it('that never ends is abandoned at a limit and not considered complete', async () => {
    let pages = 0;
    const listing = await listed(async ({ offset, limit } = { offset: 0, limit: 200 }) => {
      pages += 1;
      return { entries: entries(offset, offset + limit), total: undefined };
    });
    expect(listing.incomplete).toBe('after 500200 entries: the list does not end');
    expect(pages).toBe(2502);
  });

  const MEBI = 1024 * 1024;
  /** An endless list with this many entries and characters per page. */
  const endless = (intake: Intake, { entries: count, size }: { entries: number; size: number }) => {
    const asked = { pages: 0 };
    const fetch: ListingOptions['fetch'] = async ({ offset } = { offset: 0, limit: 0 }) => {
      asked.pages += 1;
      return { entries: entries(offset, offset + count), total: undefined, size };
    };
    return { asked, listing: listed(fetch, { intake }) };
  };

  it('with the largest possible pages is abandoned before it fills the memory', async () => {
    const { asked, listing } = endless(new Intake(), { entries: 10, size: 60 * MEBI });
    expect((await listing).incomplete).toBe(
      'after 40 entries: the target sent more than 256 MiB in this run, so gitcast stopped reading',
    );
    expect(asked.pages).toBe(5);
  });

  it('shares its limit with all lists that are read together', async () => {
    const intake = new Intake();
    const lists = Array.from({ length: 30 }, () => endless(intake, { entries: 10, size: 60 * MEBI }));
    const listings = await Promise.all(lists.map(({ listing }) => listing));
    const kept = listings.reduce((total, listing) => total + listing.entries.size, 0);
    expect(kept).toBe(40);
    expect(listings.every(({ incomplete }) => incomplete?.includes('more than 256 MiB'))).toBe(true);
    const later = endless(intake, { entries: 10, size: 1 });
    expect((await later.listing).incomplete).toContain('more than 256 MiB');
    expect(later.asked.pages).toBe(0);
  });

  it('with an impossibly large object is abandoned at once', async () => {
    const { asked, listing } = endless(new Intake(), { entries: 1, size: 9 * MEBI });
    expect((await listing).incomplete).toBe('the target sent an object larger than 8 MiB');
    expect(asked.pages).toBe(1);
  });

  it('that is read again after a change counts once', async () => {
    let requests = 0;
    const fetch: ListingOptions['fetch'] = async ({ offset } = { offset: 0, limit: 0 }) => ({
      entries: entries(offset, offset + 10),
      total: (requests += 1) === 1 ? 29 : 30,
      size: 60 * MEBI,
    });
    const listing = await listed(fetch, { pageSize: 10, parallel: 1 });
    expect([listing.incomplete, listing.entries.size, requests]).toEqual([undefined, 30, 6]);
  });

  it('shares its limit with all other lists of a snapshot', async () => {
    const server = await rawServer(({ url }, response) => {
      const query = new URL(url!, 'http://x').searchParams;
      const offset = query.get('offset') ?? query.get('skip') ?? '0';
      answerJson(response, { data: [{ id: offset, _id: offset }] });
    });
    const { http, clock } = talkTo(server.url);
    // Sending this much for real would take half a minute.
    const large = {
      ...http,
      send: async (request: HttpRequest) => ({ ...(await http.send(request)), size: 7 * MEBI }),
    };
    const ids = { userId: 'u', broadcastId: 'b', sharedArticleIds: true, profile: 'extended' } as const;
    const client = createClient({ ...ids, http: large, key: 'a' });
    const kinds = fileKinds.map(({ name }) => name).filter((name) => name !== 'broadcast');
    const options = { target: 'production', base: EMPTY_BASE, now: clock.now, settle: 30_000 };
    const { kinds: readings } = await snapshotOf(client, options)(kinds);
    const reasons = [...readings.values()].flatMap((reading) => (reading.type === 'unknown' ? [reading.reason] : []));
    expect(reasons.join()).toContain('more than 256 MiB');
    const kept = [...readings.values()].flatMap((reading) => ('records' in reading ? [...reading.records] : []));
    expect(kept.length).toBeLessThanOrEqual(36);
    // Pages requested before the limit was reached may still arrive.
    expect(server.seen.length).toBeLessThanOrEqual(37 + kinds.length);
  });

  it('of a large broadcast with more than a hundred thousand entries is read completely', async () => {
    const total = 100_200;
    const listing = await listed(async ({ offset, limit } = { offset: 0, limit: 200 }) => ({
      entries: entries(offset, offset + limit),
      total,
    }));
    expect(listing.incomplete).toBeUndefined();
    expect(listing.entries).toHaveLength(total);
  });

  it('that reports an impossible number of entries is not read', async () => {
    const server = await rawServer((_, response) => answerJson(response, { data: [{ id: 'a' }], total: 1e12 }));
    const { client } = clientOf(server.url);
    expect(await outcomeOf(client, 'event')).toBe(
      'the list reports a total of 1000000000000 entries; gitcast reads at most 500000',
    );
    expect(server.seen).toHaveLength(1);
  });
});
