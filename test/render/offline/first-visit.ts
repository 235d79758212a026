/** What a worker loads from a built site before a visitor asks for more, as `templates/assets/worker/update.js` does it. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type ListedPack = readonly [digest: string, names: string, lengths: readonly number[]];

interface PackList {
  readonly frame?: string;
  readonly groups: readonly ListedPack[];
  readonly recipes: readonly ListedPack[];
}

interface List {
  readonly look: PackList;
  readonly core: PackList;
  readonly files: readonly (readonly [path: string, digest: string])[];
}

export interface FirstVisit {
  readonly requests: number;
  /** Of all files, as they are: a host need not compress anything. */
  readonly bytes: number;
  /** The bytes of each part of the packs. */
  readonly parts: ReadonlyMap<string, number>;
  /** What every update loads again, as a compressing host sends it. */
  readonly listBytes: number;
}

export function firstVisit(folder: string, locale: string): FirstVisit {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const list = `assets/offline/${locale}.${new RegExp(`"${locale}":"(\\w+)"`).exec(worker)![1]!}.json`;
  const { look, core, files } = JSON.parse(readFileSync(join(folder, list), 'utf8')) as List;
  const packs = [look, core].flatMap(({ groups, recipes }) => [...groups, ...recipes]);
  const loaded = [
    'sw.js',
    /assets\/worker\.\w+\.js/.exec(worker)![0],
    list,
    `assets/offline/frame.${core.frame}.txt`,
    ...files.map(([path]) => path),
    ...packs.map(([digest]) => `assets/offline/pack.${digest}.bin`),
  ];
  const parts = packs.flatMap(([, names, lengths]) =>
    lengths.map((length, index) => [`${names.slice(3 * index, 3 * index + 3)} ${length}`, length] as const),
  );
  const compressed = (path: string): number => gzipSync(readFileSync(join(folder, path))).length;
  return {
    requests: loaded.length,
    bytes: loaded.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0),
    parts: new Map(parts),
    listBytes: compressed('sw.js') + compressed(list),
  };
}

/** The bytes that somebody loads who had the one and gets the other. */
export function updateBytes(before: FirstVisit, after: FirstVisit): number {
  const changed = [...after.parts].filter(([part]) => !before.parts.has(part));
  return after.listBytes + changed.reduce((sum, [, length]) => sum + length, 0);
}
