/** Random valid bodies of every kind come back as they were sent, read alone and in lists. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { broadcast, onSurfaceA, onSurfaceB } from '../contract/arbitrary-bodies.ts';
import type { Client } from '../contract/client.ts';
import { useService } from '../contract/service.ts';

const service = useService();
const RUNS = { numRuns: 12 };

/** What JSON keeps of a body. */
const kept = (body: JsonObject): JsonObject => JSON.parse(JSON.stringify(body)) as JsonObject;

/** The fields of the record that the body has too. */
const shared = (record: JsonObject, body: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(body).map((name) => [name, record[name]!]));

async function comesBack(client: Client, collection: string, body: JsonObject): Promise<void> {
  const created = await client.post(`/${collection}`, body);
  expect(created.status, created.text).toBe(201);
  const read = await client.get(`/${collection}/${created.id}`);
  expect(shared(read.json, body)).toEqual(kept(body));
  expect(read.json).toEqual(created.json);
  const { data } = await client.get(`/${collection}`);
  expect(data.at(-1)).toEqual(read.json);
}

for (const [collection, body] of Object.entries(onSurfaceA)) {
  it(`any valid body of /${collection} on Surface A comes back`, async () => {
    const { a } = service.another();
    await fc.assert(
      fc.asyncProperty(body, (sent) => comesBack(a, collection, sent)),
      RUNS,
    );
  });
}

for (const [collection, body] of Object.entries(onSurfaceB)) {
  it(`any valid body of /${collection} on Surface B comes back`, async () => {
    const { b } = service.another();
    await fc.assert(
      fc.asyncProperty(body, (sent) => comesBack(b, collection, sent)),
      RUNS,
    );
  });
}

it('any valid change of a broadcast comes back, and leaves the rest alone', async () => {
  const { b } = service.another();
  await fc.assert(
    fc.asyncProperty(broadcast, async (sent) => {
      const before = (await b.get('')).json;
      const updated = await b.patch('', sent);
      expect(updated.status, updated.text).toBe(200);
      expect((await b.get('')).json).toEqual({ ...before, ...kept(sent) });
    }),
    { numRuns: 40 },
  );
});
