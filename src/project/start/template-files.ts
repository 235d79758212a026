/** The files below a folder of templates/, with their names in a repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileTexts } from '../files/write-files.ts';

/** src/ and lib/ are at the same depth in the package, so the path is the same from both. */
const TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));

export function templateFiles(name: string): FileTexts {
  const folder = join(TEMPLATES, name);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry): [string, Uint8Array] => {
    const file = join(entry.parentPath, entry.name);
    return [nameInRepository(relative(folder, file)), readFileSync(file)];
  });
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `_gitignore` becomes `.gitignore`: npm and git would apply a file with the real name to this package. */
const nameInRepository = (path: string): string =>
  path
    .split(sep)
    .map((part) => part.replace(/^_/, '.'))
    .join('/');
