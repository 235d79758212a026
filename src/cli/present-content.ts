import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { diskFiles, memoryFiles, type ContentFiles } from '../content/files.ts';
import { readContent } from '../content/read-content.ts';
import type { Broadcast } from '../model/broadcast.ts';
import { checkContent } from '../model/check-content.ts';
import { readBroadcast } from './planning.ts';
import { shownFrom } from './repository.ts';

export interface Present {
  readonly broadcast: Broadcast;
  readonly files: ContentFiles;
  readonly prefix: string;
}

/** What is there already: without a content folder nothing, for a first pull makes it. */
export function presentContent(config: Config, cwd: string): Present {
  const folder = join(config.root, config.content);
  const shown = shownFrom(cwd, folder);
  const prefix = shown === '' ? '' : `${shown}/`;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    return { broadcast: readBroadcast(config, cwd), files: diskFiles(folder), prefix };
  }
  const files = memoryFiles({});
  const { timezone, locales } = config.site;
  return { broadcast: checkContent(readContent(files, { prefix }), { timezone, locales }).broadcast, files, prefix };
}
