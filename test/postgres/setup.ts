import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../made-once.ts';
import { clusterIn } from './cluster.ts';

/** Ends the server that a test file started (databases.ts). Listed after room.ts, which deletes what names it. */
export function teardown(): void {
  const made = join(runFolder()!, 'postgres/made.json');
  if (!existsSync(made)) return;
  const { folder } = JSON.parse(readFileSync(made, 'utf8')) as { folder?: string };
  if (folder !== undefined) clusterIn(folder).remove();
}
