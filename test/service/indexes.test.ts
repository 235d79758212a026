import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createTables } from '../../src/service/store/sqlite/sqlite-tables.ts';
import { documentedLists } from './documented-lists.ts';

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
