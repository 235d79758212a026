import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

it('every generated file is up to date with the declarations', () => {
  const { stderr, status } = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

it('every generated file is marked for reviews', () => {
  const validators = readdirSync(new URL('src/generated/', root)).map((name) => `src/generated/${name}`);
  const files = [...validators, 'docs/reference.md', 'docs/diagnostics.md', 'docs/performance.md'];
  const marks = execFileSync('git', ['check-attr', 'linguist-generated', '--', ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(marks).toBe(files.map((file) => `${file}: linguist-generated: set\n`).join(''));
});
