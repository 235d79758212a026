import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { forBrowsers } from '../../scripts/for-browsers.ts';

const ROOT = join(import.meta.dirname, '../..');

it('the browser code type-checks against what the server sends', () => {
  const words = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'src/preview/browser'];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

it('edit mode is at most 60 kB of modules, each compressed by itself', () => {
  const files = globSync('src/preview/browser/edit/**/*.js', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(20);
  const sizes = files.map((file) => gzipSync(forBrowsers(readFileSync(join(ROOT, file), 'utf8')), { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
});
