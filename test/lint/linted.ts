import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { folderOfFile } from '../temporary-folder.ts';

export const ROOT = join(import.meta.dirname, '../..');

/** What one of our lint rules says about each of these files, which are checked together: a start of the linter takes a second. */
export function linted(rule: string, files: Readonly<Record<string, string>>): (file: string) => readonly string[] {
  const folder = folderOfFile();
  let problems: readonly { readonly filename: string; readonly message: string }[] = [];
  beforeAll(() => {
    for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
    const jsPlugins = [join(ROOT, 'scripts/lint/gitcast.ts')];
    const rules = { [`gitcast/${rule}`]: 'error' };
    const config = join(folder, 'oxlint.json');
    writeFileSync(config, JSON.stringify({ jsPlugins, categories: { correctness: 'off' }, rules }));
    const words = [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--config', config, '--format', 'json', folder];
    const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    problems = (JSON.parse(stdout) as { diagnostics: typeof problems }).diagnostics;
  });
  return (file) => problems.filter(({ filename }) => filename.split('/').at(-1) === file).map(({ message }) => message);
}
