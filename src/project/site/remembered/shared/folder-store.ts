/** Archives in a folder, such as one on a network drive. A file that is being written has a name that is never read. */
import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArchiveName } from '../../../../render/remember/archive-name.ts';
import { MOST_ARCHIVE_BYTES, type ArchiveStore } from './archive-store.ts';

const UNFINISHED = /^\.writing-[0-9a-f-]{36}$/;
/** A build that was killed leaves its file behind. */
const ABANDONED = 24 * 60 * 60 * 1000;

export function folderStore(folder: string): ArchiveStore {
  return {
    list: async () => (await filesIn(folder)).filter((name) => parseArchiveName(name)),
    read: async (names, _, use) => {
      for (const name of names) {
        const bytes = await bytesOf(join(folder, name));
        if (bytes) use(name, bytes);
      }
    },
    add: async (name, bytes) => {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      const unfinished = join(dirname(file), `.writing-${randomUUID()}`);
      try {
        await writeFile(unfinished, bytes, { flag: 'wx' });
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await removeAbandoned(dirname(file));
    },
    remove: async (names) => {
      for (const name of names) await rm(join(folder, name), { force: true });
      // A scope without archives. A folder that has files stays.
      for (const scope of new Set(names.map((name) => dirname(name)))) await rmdir(join(folder, scope)).catch(() => {});
    },
    close: async () => {},
  };
}

async function removeAbandoned(folder: string): Promise<void> {
  const names = (await entriesIn(folder)).filter((name) => UNFINISHED.test(name));
  for (const file of names.map((name) => join(folder, name))) {
    const stats = await lstat(file).catch(() => undefined);
    if (stats && stats.mtimeMs < Date.now() - ABANDONED) await rm(file, { force: true });
  }
}

/** `scope/file`, without looking into anything else. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const scopes = (await entriesIn(folder)).filter((name) => /^[0-9a-f]{32}$/.test(name));
  const files = await Promise.all(
    scopes.map(async (scope) => (await entriesIn(join(folder, scope))).map((name) => `${scope}/${name}`)),
  );
  return files.flat();
}

async function entriesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Only of a file: reading a pipe would never end, and a link may lead anywhere. */
async function bytesOf(file: string): Promise<Uint8Array | undefined> {
  try {
    const stats = await lstat(file);
    return stats.isFile() && stats.size <= MOST_ARCHIVE_BYTES ? await readFile(file) : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
