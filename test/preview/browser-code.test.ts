import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

it('the browser code type-checks against what the server sends', () => {
  const words = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'src/preview/browser'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
}, 120_000);
