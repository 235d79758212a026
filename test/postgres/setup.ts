import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFolder } from '../made-once.ts';
import { installDebian } from '../debian.ts';
import { findNginx } from './behind-nginx/nginx.ts';
import { clusterIn, programs } from './cluster.ts';

/**
 * Installs PostgreSQL and nginx if allowed, and ends the server that a test file started (databases.ts). Listed before
 * room.ts ends, which deletes what names it.
 */
export function setup(): () => void {
  const missing = [...(programs() ? [] : ['postgresql']), ...(findNginx() ? [] : ['nginx'])];
  const refusal = missing.length > 0 ? installDebian(...missing) : undefined;
  const problem = refusal && `the tests with ${missing.join(' and ')} cannot run: ${refusal}.`;
  if (problem !== undefined && process.env['CI']) throw new Error(problem);
  return () => {
    if (problem !== undefined) process.stderr.write(`\nSkipped: ${problem}\n`);
    const made = join(runFolder()!, 'postgres/made.json');
    if (!existsSync(made)) return;
    const { folder } = JSON.parse(readFileSync(made, 'utf8')) as { folder?: string };
    if (folder !== undefined) clusterIn(folder).remove();
  };
}
