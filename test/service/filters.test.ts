import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { parseFilters } from '../../src/service/record-query.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import { createTables } from '../../src/service/store/sqlite/sqlite-tables.ts';
import { documentedLists } from './documented-lists.ts';

const keeps = (condition: Json, record: JsonObject): boolean =>
  parseFilters(JSON.stringify([{ tags: condition }]), undefined)!(record);

it.each<[string, Json, Json, boolean]>([
  ['a value', { $in: ['a', 'b'] }, 'b', true],
  ['another value', { $in: ['a', 'b'] }, 'c', false],
  ['a list with an entry that is named', { $in: ['a', 'b'] }, ['c', 'b'], true],
  ['a list within a list', { $in: ['a'] }, [['a']], true],
  ['the whole list', { $in: [['a', 'b'], 'c'] }, ['a', 'b'], true],
  ['part of the whole list', { $in: [['a', 'b']] }, ['a'], false],
  ['the whole list within a list', { $eq: ['a'] }, [['a']], false],
  ['an object', { $eq: { a: 1 } }, [{ a: 1 }], true],
  ['null', { $in: [null] }, null, true],
])('a filter that names values finds %s', (_, condition, tags, isFound) => {
  expect(keeps(condition, { tags })).toBe(isFound);
});

it('a filter looks at each entry of a list once, however many values it names', () => {
  let looks = 0;
  const entry = { toJSON: () => ((looks += 1), 'other') };
  const tags = Array.from({ length: 100 }, () => entry) as unknown as Json;
  expect(keeps({ $in: Array.from({ length: 100 }, (_, index) => index) }, { tags })).toBe(false);
  expect(looks).toBe(100);
});

describe('an index of the SQLite file answers', () => {
  const database = new DatabaseSync(':memory:');
  createTables(database, ':memory:');

  it.each(documentedLists('b'))('%s', (_, { sql, values }, index) => {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    const details = plan.map(({ detail }) => String(detail));
    expect(details.join('\n')).toContain(` INDEX ${index} `);
    expect(details.filter((detail) => detail.startsWith('SCAN records'))).toEqual([]);
  });
});
