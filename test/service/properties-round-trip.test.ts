/** Random valid bodies of every kind are returned as sent, in single reads and in lists. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { broadcast, onSurfaceA, onSurfaceB } from '../contract/arbitrary-bodies.ts';
import type { Client } from '../contract/client.ts';
import { useService } from '../contract/service.ts';

const service = useService();
const RUNS = { numRuns: 12 };

/** The body after a round trip through JSON. */
const kept = (body: JsonObject): JsonObject => JSON.parse(JSON.stringify(body)) as JsonObject;

/** The record's fields that are also in the body. */
const shared = (record: JsonObject, body: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(body).map((name) => [name, record[name]!]));

/** Returns what was read of each. The list is read after all of them: it is checked against its schema as a whole. */
async function sendAndRead(
  client: Client,
  collection: string,
  bodies: fc.Arbitrary<JsonObject>,
): Promise<readonly JsonObject[]> {
  const records: JsonObject[] = [];
  const comesBack = async (body: JsonObject): Promise<void> => {
    const created = await client.post(`/${collection}`, body);
    expect(created.status, created.text).toBe(201);
    const read = await client.get(`/${collection}/${created.id}`);
    expect(shared(read.json, body)).toEqual(kept(body));
    expect(read.json).toEqual(created.json);
    records.push(read.json);
  };
  await fc.assert(fc.asyncProperty(bodies, comesBack), RUNS);
  return records;
}

for (const [collection, body] of Object.entries(onSurfaceA)) {
  it(`any valid body of /${collection} on Surface A is returned as sent`, async () => {
    const { a } = await service.another();
    const sent = await sendAndRead(a, collection, body);
    expect((await a.get(`/${collection}`)).data).toEqual(sent);
  });
}

for (const [collection, body] of Object.entries(onSurfaceB)) {
  it(`any valid body of /${collection} on Surface B is returned as sent`, async () => {
    const { b } = await service.another();
    const sent = await sendAndRead(b, collection, body);
    expect((await b.get(`/${collection}`)).data).toEqual(sent);
  });
}

it('any valid change of a broadcast is returned as sent, and leaves the rest alone', async () => {
  const { b } = await service.another();
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
