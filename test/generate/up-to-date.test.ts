import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('every generated file is what the declarations make of it now', () => {
  const root = new URL('../../', import.meta.url);
  const { stderr, status } = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
