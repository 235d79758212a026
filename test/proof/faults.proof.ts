import { describe, expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../contract/database.ts';
import { startService } from '../contract/service.ts';
import { meddlerFor } from '../sync/meddler.ts';
import { record } from './figures.ts';
import { FAULT_KINDS, tryFaults } from './parts/faults.ts';

describe.each(['documented', 'extended'] as const)('the %s profile', (profile) => {
  it('makes a change exactly once if the request is repeated after a fault', async () => {
    const service = await startService({ profile });
    onTestFinished(() => service.close());
    let isArmed = false;
    const url = await meddlerFor(service.url, (passing) => {
      if (!isArmed) return passing;
      isArmed = false;
      return { ...passing, status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' };
    });
    const { cells, operations, wrong } = await tryFaults(service, {
      profile,
      proxy: { url, arm: () => (isArmed = true) },
    });
    expect(wrong).toEqual([]);
    const database = onPostgres ? 'PostgreSQL' : 'SQLite';
    const note = `${FAULT_KINDS.length} kinds at ${operations} operations`;
    record({ what: `${profile} profile on ${database}`, tried: cells, failed: wrong.length, note });
  });
});
