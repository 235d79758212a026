/** Random content is exported, imported into the other database and exported again: the same bytes, both ways. */
import * as fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../src/service/store/work.ts';
import { openEngine } from '../../src/service/store/database.ts';
import { importFrom } from '../../src/service/transfer/import.ts';
import { TABLES } from '../../src/service/transfer/tables.ts';
import { runs } from '../seed.ts';
import { createDatabase } from './databases.ts';
import { anyCodePoint } from '../code-points.ts';
import { needsPostgres } from '../needs.ts';
import { exportLines, sealed } from '../service/sealed.ts';

/** Neither database stores U+0000, nor half of a surrogate pair. In JSON text both are escaped. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0001\u001f',
    '\u2028',
    '\ufeff',
    "'; DROP TABLE records; --",
    '\\u0000',
    'Zürich “🎪”',
    'e\u0301',
    '?',
    '$1',
    '*/',
  ),
  fc.string({ unit: anyCodePoint }).map((each) => each.toWellFormed().replaceAll('\0', '\ufffd')),
);
const json = fc.dictionary(fc.string(), fc.jsonValue()).map((each) => JSON.stringify(each));
const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
const instant = time.map((each) => new Date(each).toISOString());
const id = fc.tuple(fc.constantFrom('a', 'B', 'é', '🎪', '_'), fc.uuid()).map((each) => each.join(''));
const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const some = <T>(value: fc.Arbitrary<T>, most = 40): fc.Arbitrary<T[]> =>
  fc.array(value, { minLength: most / 2, maxLength: most });
const columns = <T extends object>(table: string, fields: T) =>
  fc.record(fields as never).map((row) => ({ table, row: row as Record<string, string | number | null> }));

const content = fc.uniqueArray(id, { minLength: 1, maxLength: 3 }).chain((broadcasts) => {
  const owner = fc.constantFrom(...broadcasts);
  const row = {
    key: columns('api_keys', {
      id,
      broadcast_id: owner,
      hash: id,
      label: text,
      created_at: instant,
      expires_at: orNull(instant),
      revoked_at: orNull(instant),
      access: fc.constantFrom('read', 'write'),
      last_used_at: orNull(instant),
    }),
    place: columns('records', {
      id,
      broadcast_id: owner,
      kind: fc.constant('place'),
      fields: json,
      place_id: fc.constant(null),
      secret: orNull(text),
      created_at: instant,
      updated_at: instant,
    }),
    kept: columns('idempotency', {
      key_id: id,
      idempotency_key: text,
      fingerprint: text,
      status: fc.integer({ min: 100, max: 599 }),
      etag: orNull(text),
      location: orNull(text),
      body: text,
      created_at: time,
    }),
    delivery: columns('deliveries', {
      id,
      broadcast_id: owner,
      webhook_id: id,
      subject_id: id,
      type: text,
      body: json,
      state: fc.constantFrom('pending', 'delivered', 'failed'),
      attempts: fc.nat({ max: 9 }),
      due_at: time,
      leased_until: orNull(time),
      created_at: time,
    }),
  };
  const all = fc.tuple(
    some(row.key),
    some(row.place),
    some(row.kept),
    some(row.delivery),
    fc.array(fc.tuple(id, json, orNull(text)), { maxLength: 40 }),
    fc.infiniteStream(fc.constantFrom('pro', 'free')),
  );
  return all.map(([keys, places, kept, deliveries, events, plans]) => [
    ...broadcasts.map((each) => ({
      table: 'broadcasts',
      row: { id: each, user_id: 'u', plan: plans.next().value as string, quota: '{"bytes":9}' },
    })),
    ...keys,
    ...places,
    ...events.flatMap(([event, fields, secret], index) => {
      const place = places[index % Math.max(1, places.length)]?.row;
      return place
        ? [{ table: 'records', row: { ...place, id: event, kind: 'event', fields, secret, place_id: place['id']! } }]
        : [];
    }),
    ...kept,
    ...deliveries,
    ...deliveries.flatMap(({ row: { id: delivery } }, index) => ({
      table: 'attempts',
      row: {
        delivery_id: delivery!,
        number: index,
        at: index,
        status: index % 2 ? 200 : null,
        error: index % 2 ? null : 'no “answer”',
      },
    })),
  ]);
});

describe.runIf(needsPostgres())('export and import of random content', () => {
  it('give the same bytes from SQLite to PostgreSQL and back, and the reverse, with every row', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gitcast-transfer-'));
    const { url, drop } = await createDatabase();
    const [file, server] = [await openEngine(join(folder, 'service.db'), {}), await openEngine(url, {})] as const;
    onTestFinished(async () => {
      await Promise.all([file.close(), server.close()]);
      await drop();
      rmSync(folder, { recursive: true });
    });
    const through = async (engine: Engine, lines: readonly string[]): Promise<readonly string[]> => {
      await importFrom(engine, () => lines, { replaces: true });
      return exportLines(engine);
    };
    let isFirstOnServer = false;
    await fc.assert(
      fc.asyncProperty(content, async (rows) => {
        isFirstOnServer = !isFirstOnServer;
        const [one, other] = isFirstOnServer ? [server, file] : [file, server];
        const made = sealed(rows.map((each) => JSON.stringify(each)));
        const exported = await through(one, made);
        expect(await through(other, exported)).toEqual(exported);
        const complete = rows.map(({ table, row }) => {
          const { columns: names } = TABLES.find(({ name }) => name === table)!;
          return JSON.stringify({
            table,
            row: Object.fromEntries(names.map((name) => [name, row[name as never] ?? null])),
          });
        });
        expect(exported.slice(1, -1).toSorted()).toEqual(complete.toSorted());
      }),
      { numRuns: runs({ test: 2, proof: 100 }), endOnFailure: true },
    );
  });
});
