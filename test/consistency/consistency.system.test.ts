/** What several clients see of the service, whatever is killed meanwhile: a short history here, long ones in `npm run proof`. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startLiveCluster } from '../postgres/databases.ts';
import { record } from '../proof/figures.ts';
import { runs, SEED } from '../seed.ts';
import { check } from './check.ts';
import type { Violation } from './history.ts';
import { record as play, type Recording } from './record.ts';
import { needsPostgres } from '../needs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const WORK = {
  clients: runs({ test: 6, proof: 8 }),
  operations: runs({ test: 500, quick: 2000, proof: 10_000 }),
  disturbances: runs({ test: 3, quick: 8, proof: 40 }),
  seed: SEED,
};
/** However slow the machine is. */
const PATIENCE_MS = runs({ test: 600_000, proof: 7_200_000 });

const shown = ({ kind, message, operations }: Violation): string =>
  [`${kind}: ${message}`, ...operations.map((operation) => JSON.stringify(operation))].join('\n  ');

async function expectConsistency(recording: Recording): Promise<void> {
  const history = await play(recording);
  expect(check(history).map(shown)).toEqual([]);
  const results = history.map(({ action, result }) => `${action.does} ${result.is}`);
  // Enough happened to find something.
  const expected = ['create ok', 'update ok', 'delete ok', 'read ok', 'list listed'];
  expect(results).toEqual(expect.arrayContaining(expected));
  const unknown = history.filter(({ result }) => result.is === 'unknown').length;
  const { copies, disturbances, clients } = recording;
  const where = copies === 1 ? 'one service on SQLite' : `${copies} copies on PostgreSQL`;
  record({
    what: `operations of ${clients} clients on ${where}`,
    tried: history.length,
    failed: 0,
    note: `${disturbances} kills and restarts, ${unknown} operations without an answer`,
  });
}

describe('clients of one service on a file', () => {
  it(
    'lose nothing, double nothing and see nothing old, though it is killed and restarted',
    async () => {
      const folder = temporaryFolder();
      await expectConsistency({ ...WORK, at: join(folder, 'service.db'), copies: 1 });
    },
    PATIENCE_MS,
  );
});

describe.runIf(needsPostgres())('clients of several copies on PostgreSQL', () => {
  it(
    'lose nothing, double nothing and see nothing old, though copies and the server are killed and restarted',
    async () => {
      const cluster = await startLiveCluster({ isDurable: true });
      onTestFinished(() => cluster.remove());
      const copies = runs({ test: 2, proof: 3 });
      await expectConsistency({ ...WORK, at: cluster.urlOf('live'), copies, faults: [cluster.restart] });
    },
    PATIENCE_MS,
  );
});
