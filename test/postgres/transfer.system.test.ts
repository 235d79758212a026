import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openProject } from '../../src/project/index.ts';
import { openEngine } from '../../src/service/store/database.ts';
import { event } from '../contract/bodies.ts';
import { temporaryService } from '../contract/service.ts';
import { createDatabase } from './databases.ts';
import { needsPostgres } from '../needs.ts';
import { exportLines, importLines, sealed } from '../service/sealed.ts';

describe.runIf(needsPostgres())('export and import', () => {
  it('from a file to PostgreSQL and back give the same bytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gitcast-transfer-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { a, b, service } = await temporaryService({ file: join(folder, 'first.db') });
    const place = await a.post('/places', { name: 'Café “Zürich” 🎪\u0001' });
    for (const title of ['Ünder', 'über', 'Zebra', 'école'])
      await a.post('/events', event({ title, place_id: place.id }), { headers: { 'Idempotency-Key': title } });
    await a.post('/webhooks', { url: 'https://hooks.example.org/x', events: ['event.created'], secret: 'whsec_x' });
    await a.post('/events', event());
    const long = Array.from({ length: 900 }, (_, index) => index * index).join(' ');
    for (const category of ['one\0two', long]) expect((await a.post('/events', event({ category }))).status).toBe(201);
    await b.post('/fonts', { fontFamily: 'Bricolage' });
    await service.deliveries.stop();
    const exported = await exportLines(service.engine);
    expect(exported.length).toBeGreaterThan(12);

    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    for (const database of [url, join(folder, 'second.db')]) {
      const engine = await openEngine(database, {});
      try {
        expect(await importLines(engine, exported)).toBe(exported.length - 2);
        expect(await exportLines(engine)).toEqual(exported);
      } finally {
        await engine.close();
      }
    }
  });

  it('of a backup refuse a database that a copy serves, and show one moment while copies write', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gitcast-transfer-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const running = await temporaryService({ file: url });
    await running.a.post('/webhooks', { url: 'https://hooks.example.org/x', events: ['event.created'] });
    const database = await openProject({ folder, env: { DATABASE_URL: url } }).service();
    const stop = new AbortController();
    const writing = Promise.all(
      [1, 2].map(async () => {
        while (!stop.signal.aborted) await running.a.post('/events', event());
      }),
    );
    await running.a.post('/events', event());
    const { rows } = await database.backup({ file: 'b.jsonl' });
    stop.abort();
    await writing;
    // The records are the broadcast, the webhook, and an event for each delivery.
    expect(rows['records']! - 2).toBe(rows['deliveries']);
    const restoring = database.restore({ file: 'b.jsonl', force: true });
    await expect(restoring).rejects.toThrow('1 other process uses the database');
  });

  it('name the line that cannot be imported, and import nothing', async () => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const engine = await openEngine(url, {});
    onTestFinished(() => engine.close());
    const broadcast = (id: number): string =>
      JSON.stringify({ table: 'broadcasts', row: { id: `b${id}`, user_id: 'u', plan: 'pro' } });
    const rows = Array.from({ length: 500 }, (_, index) => broadcast(index));
    await expect(importLines(engine, sealed(rows.with(344, broadcast(7))))).rejects.toThrow(
      'line 346 cannot be imported: ',
    );
    expect(await exportLines(engine)).toHaveLength(2);
    expect(await importLines(engine, sealed(rows))).toBe(500);
  });
});
