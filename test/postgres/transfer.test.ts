import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../src/service/store/open-engine.ts';
import { exportLines, importLines } from '../../src/service/transfer.ts';
import { event } from '../contract/bodies.ts';
import { temporaryService } from '../contract/service.ts';
import { hasPostgres } from './cluster.ts';
import { createDatabase } from './databases.ts';

describe.runIf(hasPostgres)('export and import', () => {
  it('from a file to PostgreSQL and back give the same bytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gitcast-transfer-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { a, b, service } = await temporaryService({ file: join(folder, 'first.db') });
    const place = await a.post('/places', { name: 'Café “Zürich” 🎪\u0001' });
    for (const title of ['Ünder', 'über', 'Zebra', 'école'])
      await a.post('/events', event({ title, place_id: place.id }), { headers: { 'Idempotency-Key': title } });
    await a.post('/webhooks', { url: 'https://hooks.example.org/x', events: ['event.created'], secret: 'whsec_x' });
    await a.post('/events', event());
    await b.post('/fonts', { fontFamily: 'Bricolage' });
    await service.deliveries.stop();
    const exported = await exportLines(service.engine);
    expect(exported.length).toBeGreaterThan(12);

    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    for (const database of [url, join(folder, 'second.db')]) {
      const engine = await openEngine(database, {});
      try {
        expect(await importLines(engine, exported)).toBe(exported.length - 1);
        expect(await exportLines(engine)).toEqual(exported);
      } finally {
        await engine.close();
      }
    }
  });

  it('name the line that cannot be imported, and import nothing', async () => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const engine = await openEngine(url, {});
    onTestFinished(() => engine.close());
    const broadcast = (id: number): string =>
      JSON.stringify({ table: 'broadcasts', row: { id: `b${id}`, user_id: 'u', plan: 'pro' } });
    const lines = ['{"gitcast":"service","version":1}', ...Array.from({ length: 500 }, (_, index) => broadcast(index))];
    await expect(importLines(engine, lines.with(345, broadcast(7)))).rejects.toThrow('line 346 cannot be imported: ');
    expect(await exportLines(engine)).toHaveLength(1);
    expect(await importLines(engine, lines)).toBe(500);
  });
});
