/** Random valid bodies of every kind are returned as sent, in single reads and in lists. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openapi } from '../../src/generate/openapi/openapi.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { Client } from '../contract/client.ts';
import { useService } from '../contract/service.ts';
import type { OpenapiDocument } from '../outside/random-requests.ts';
import { SchemaValues } from '../outside/schema-values.ts';

const service = useService();

const { paths, components } = openapi({ profile: 'extended', version: '0' }) as OpenapiDocument;
const values = new SchemaValues(components.schemas, { strays: false });

/** Includes the keys that are rejected and those that JSON.parse in Node.js 24 to 26 misreads (nodejs/node#63785). */
const FORBIDDEN_KEY = /"(__proto__|constructor|prototype|\\(?:[^u]|u[\da-f]{4}))":/;

/** Bodies that a method of a path takes, without references to places that do not exist. */
const bodiesOf = (path: string, method: string): fc.Arbitrary<JsonObject> =>
  values
    .of(paths[path]![method]!.requestBody!.content['application/json'].schema)
    .map((body) => {
      const { place_id: _, ...rest } = body as JsonObject;
      return JSON.parse(JSON.stringify(rest)) as JsonObject;
    })
    .filter(
      (body) => !FORBIDDEN_KEY.test(JSON.stringify(body)) && !(String(body['end_time']) < String(body['start_time'])),
    );

/** What a record shows of a body: a field that is null is absent, and a secret is never shown. */
const shown = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null && name !== 'secret'));

const collections = Object.keys(paths).filter((path) => paths[path]!['post']);
const ROOT = '/v1/users/{userId}/broadcasts/{broadcastId}';

describe('any valid body', () => {
  it.each(collections)('that is posted to %s is returned as sent', async (path) => {
    const { a, b } = await service.another();
    const [client, collection]: [Client, string] = path.startsWith(ROOT)
      ? [b, path.slice(ROOT.length)]
      : [a, path.slice('/v1'.length)];
    const records: JsonObject[] = [];
    const comesBack = async (body: JsonObject): Promise<void> => {
      const created = await client.post(collection, body);
      expect(created.status, created.text).toBe(201);
      const { json } = await client.get(`${collection}/${created.id}`);
      const { secret: _, ...record } = created.json;
      expect(json).toEqual({ ...record, ...shown(body) });
      records.push(json);
    };
    await fc.assert(fc.asyncProperty(bodiesOf(path, 'post'), comesBack), { numRuns: 12 });
    expect((await client.get(collection)).data).toEqual(records);
  });

  it('that changes a broadcast is returned as sent, and leaves the rest alone', async () => {
    const { b } = await service.another();
    await fc.assert(
      fc.asyncProperty(bodiesOf(ROOT, 'patch'), async (sent) => {
        const before = (await b.get('')).json;
        const updated = await b.patch('', sent);
        expect(updated.status, updated.text).toBe(200);
        const cleared = Object.keys(sent).filter((name) => sent[name] === null && name !== '_reference');
        const rest = Object.entries(before).filter(([name]) => !cleared.includes(name));
        expect((await b.get('')).json).toEqual({ ...Object.fromEntries(rest), ...shown(sent) });
      }),
      { numRuns: 40 },
    );
  });
});
