import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentFor } from '../../src/project/files/present-content.ts';
import { loadConfig } from '../../src/repository/load-config.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('looks for errors alone in content that a pull or an import changes: suggestions for warnings take minutes', () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'content/articles'), { recursive: true });
  writeFileSync(join(cwd, 'content/broadcast.yaml'), 'name: Test\n');
  writeFileSync(join(cwd, 'content/articles/a.md'), '---\ntitle: A\ntypo: 1\n---\nSee [that](/artcles/b/).\n');
  writeFileSync(join(cwd, 'gitcast.config.yaml'), '');
  const { checked } = environmentFor(loadConfig({ cwd, env: {} }), cwd, 'local');
  expect(checked.diagnostics.filter(({ severity }) => severity === 'warning')).toEqual([]);
});
