import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { limitErrors } from '../../src/service/error-limit.ts';
import type { Problem } from '../../src/service/http/problem.ts';
import { checkBody } from '../../src/service/validation.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { useService } from '../contract/service.ts';

const MANY = 12_000;

/** A list that counts how often one of its entries is read. */
function counted<T extends object>(entry: T): { readonly list: readonly T[]; readonly reads: () => number } {
  let reads = 0;
  const list = new Proxy(
    Array.from({ length: MANY }, () => entry),
    {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name) as unknown;
      },
    },
  );
  return { list, reads: () => reads };
}

const problemOf = (kind: KindName, verb: 'create' | 'update', body: object): Promise<Problem> =>
  checkBody(kind, verb, body as JsonObject).then(
    () => expect.fail('it is valid'),
    (error: unknown) => error as Problem,
  );

describe('a body with many invalid values', () => {
  it.each<[string, KindName, 'create' | 'update', object, (list: readonly object[]) => object]>([
    ['navigators', 'broadcast', 'update', { navigator: 1 }, (tiles) => ({ menu: { sections: [{ tiles }] } })],
    ['tiles', 'broadcast', 'update', { tiles: [1] }, (sections) => ({ menu: { sections } })],
    ['profile tiles', 'broadcast', 'update', { navigator: 1 }, (profileTiles) => ({ structure: { profileTiles } })],
    ['sign-in providers', 'broadcast', 'update', { blocks: [1] }, (authProviders) => ({ authProviders })],
    ['blocks', 'page', 'create', { type: 'nothing' }, (blocks) => ({ title: 'x', blocks })],
    ['blocks of a session', 'session', 'create', { type: 'media', values: 1 }, (blocks) => ({ time: {}, blocks })],
    ['fields of a contact', 'contact', 'create', { key: 1 }, (fields) => ({ fields })],
    ['nodes', 'workflow', 'update', { id: 1 }, (nodes) => ({ nodes })],
  ])('is refused without looking at all of its %s', async (_, kind, verb, entry, bodyWith) => {
    const { list, reads } = counted(entry);
    const { errors } = await problemOf(kind, verb, bodyWith(list));
    expect(errors).toHaveLength(100);
    expect(reads()).toBeLessThan(MANY / 2);
  });

  it('is refused without looking at all entries of a table', async () => {
    let reads = 0;
    const locale = {
      get blocks() {
        reads += 1;
        return [1];
      },
    };
    const localeDetails = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`l${index}`, locale]));
    await problemOf('page', 'create', { title: 'x', localeDetails });
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(MANY / 2);
  });

  it('is refused if the only invalid value is the last one', async () => {
    const tiles = [...Array.from({ length: MANY }, () => ({ navigator: {} })), { navigator: 1 }];
    const { errors } = await problemOf('broadcast', 'update', { menu: { sections: [{ tiles }] } });
    expect(errors).toEqual([{ pointer: `/menu/sections/0/tiles/${MANY}/navigator`, detail: 'must be object' }]);
  });

  it('is not valid by one alternative because another one has many errors', () => {
    const ajv = new Ajv2020({ allErrors: true });
    limitErrors(ajv, 10);
    const listOf = (type: string): object => ({ type: 'array', items: { type } });
    const tableOf = (type: string): object => ({ type: 'object', additionalProperties: { type } });
    const validate = ajv.compile({
      anyOf: [listOf('string'), listOf('boolean'), tableOf('string'), tableOf('boolean')],
    });
    const numbers = Array.from({ length: MANY }, (_, index) => index);
    expect(validate(numbers)).toBe(false);
    expect(validate({ ...numbers })).toBe(false);
    expect(validate(numbers.map(String))).toBe(true);
    expect(validate({ ...numbers.map((each) => each > 5) })).toBe(true);
  });
});

describe('the answer to a body with many invalid values', () => {
  const service = useService();

  it('lists 100 of them, and says that there are more', async () => {
    const tiles = Array.from({ length: MANY }, () => ({ navigator: 1 }));
    const answer = await service.b.patch('', { menu: { sections: [{ tiles }] } });
    expect(answer.status).toBe(400);
    expect(answer.json['errors']).toHaveLength(100);
    expect(answer.json['detail']).toBe('/menu/sections/0/tiles/0/navigator: must be object (and at least 100 more)');
  });

  it('lists 100 unknown events of a webhook', async () => {
    const events = Array.from({ length: 10 * MANY }, () => 'x');
    const answer = await service.a.post('/webhooks', { url: 'https://hooks.example.org/', events });
    expect(answer.status).toBe(400);
    expect(answer.json['errors']).toHaveLength(100);
  });
});
