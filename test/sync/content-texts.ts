import { globSync, readFileSync } from 'node:fs';
import type { Files } from './fixture.ts';

/** All files in a folder, by their path in it. */
export function readContentTexts(folder: URL): Files {
  const files = globSync('**/*.*', { cwd: folder.pathname });
  return Object.fromEntries(files.sort().map((path) => [path, readFileSync(new URL(path, folder), 'utf8')]));
}
