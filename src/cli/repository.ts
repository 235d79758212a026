import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Config } from '../config/config.ts';
import { diskFiles } from '../content/files.ts';
import { readContent, type Content } from '../content/read-content.ts';
import { UserError } from '../diagnostics/errors.ts';

/** Reads the content folder. Its files are named as one would type them in `cwd`, so that a terminal can open them. */
export function readRepository(config: Config, cwd: string): Content {
  const folder = join(config.root, config.content);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UserError(`there is no content folder ${shownFrom(cwd, folder)}`, {
      suggestion: 'create it, or name another with `content` in the configuration',
    });
  }
  const prefix = shownFrom(cwd, folder);
  return readContent(diskFiles(folder), { prefix: prefix === '' ? '' : `${prefix}/` });
}

export const shownFrom = (cwd: string, path: string): string => relative(cwd, path).split(sep).join('/');
