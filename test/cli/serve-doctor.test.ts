import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServiceCheck } from '../../src/project/index.ts';
import { folderWith, gitcast } from './in-memory.ts';

/** What the doctor says of a new database after a change to it. */
async function examined(change: string | ((file: string) => void)) {
  const cwd = folderWith();
  const file = join(cwd, 's.db');
  await gitcast('serve broadcasts create Quay --database s.db', { cwd });
  if (typeof change === 'string') {
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA foreign_keys = OFF; ${change}`);
    database.close();
  } else change(file);
  const before = readFileSync(file);
  const { exitCode, stdout } = await gitcast('serve doctor --json --database s.db', { cwd });
  expect(readFileSync(file)).toEqual(before);
  const { checks } = JSON.parse(stdout) as { checks: readonly ServiceCheck[] };
  return { exitCode, checks, bad: checks.filter(({ level }) => level !== 'ok') };
}

const delivery = (more: string): string =>
  `INSERT INTO deliveries SELECT 'd', id, 'w', 's', 'event.created', '{}', ${more}, NULL, NULL, NULL FROM broadcasts`;

describe('serve doctor on a file', () => {
  it('finds nothing wrong with a new database', async () => {
    const { exitCode, checks, bad } = await examined('');
    expect(bad).toEqual([]);
    expect(exitCode).toBe(0);
    expect(checks.map(({ name }) => name)).toEqual([
      ...['permissions', 'disk', 'integrity', 'journal', 'version'],
      ...['indexes', 'counts', 'rows', 'deliveries', 'keys', 'quotas'],
    ]);
  });

  it.each([
    ['UPDATE counts SET total = 7', 'error', 'counts', 'differ from the number of records'],
    ['DROP INDEX records_by_id', 'error', 'indexes', 'missing: records_by_id'],
    ['PRAGMA user_version = 0', 'error', 'version', 'the database has no tables yet'],
    ['PRAGMA user_version = 99', 'error', 'version', 'format 99 is newer'],
    [delivery("'pending', 0, 1, NULL, 1"), 'warn', 'deliveries', '1 delivery is overdue'],
    ["UPDATE api_keys SET revoked_at = '2027'", 'warn', 'keys', 'no valid key can change broadcast'],
    ["UPDATE api_keys SET access = 'read'", 'warn', 'keys', 'no valid key can change broadcast'],
    [`UPDATE broadcasts SET quota = '{"bytes":9}'`, 'warn', 'quotas', 'of 9 bytes'],
    ["UPDATE broadcasts SET id = 'x'", 'error', 'integrity', 'refer to rows that do not exist'],
    ['PRAGMA journal_mode = DELETE', 'warn', 'journal', 'the mode is delete'],
    [(file: string) => chmodSync(file, 0o644), 'warn', 'permissions', 'other users can read the file'],
    [(file: string) => writeFileSync(file, 'not a database'.repeat(99)), 'error', 'database', 'cannot be read'],
  ] as const)('reports %s, with a next step', async (change, level, name, message) => {
    const { exitCode, bad } = await examined(change);
    expect(bad).toContainEqual({ name, level, message: expect.stringContaining(message), fix: expect.any(String) });
    expect(exitCode).toBe(level === 'error' ? 1 : 0);
  });
});
