/** What a worker loads from a built site after the first visit, and again after an update. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transferredBytes } from '../../../src/render/offline/offline-files.ts';

export interface KeptFiles {
  /** The files and the worker itself. */
  readonly requests: number;
  /** As a host sends it that compresses texts. */
  readonly bytes: number;
  readonly paths: readonly string[];
  /** The bytes that somebody loads who has the other version. */
  readonly bytesAfter: (before: KeptFiles) => number;
  readonly digests: ReadonlyMap<string, string>;
}

export function keptFiles(folder: string, locale: string): KeptFiles {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const { lists } = JSON.parse(/^self\.build = (.*);$/m.exec(worker)![1]!) as {
    lists: Record<string, readonly (readonly [string, string])[]>;
  };
  const digests = new Map([...lists[locale]!, ['sw.js', worker], [/assets\/worker\.\w+\.js/.exec(worker)![0], '']]);
  const bytesOf = (path: string): number => transferredBytes(path, readFileSync(join(folder, path)));
  const sum = (paths: readonly string[]): number => paths.reduce((all, path) => all + bytesOf(path), 0);
  const paths = [...digests.keys()];
  return {
    requests: paths.length,
    bytes: sum(paths),
    paths,
    bytesAfter: (before) => sum(paths.filter((path) => before.digests.get(path) !== digests.get(path))),
    digests,
  };
}
