/** The files of a build until all are ready. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isAlive } from '../../machine/processes.ts';
import { makeFolders } from './disk-tasks.ts';
import { startDiskThread, type DiskThread } from './disk-thread.ts';

export interface StagedFiles {
  readonly write: (path: string, content: Uint8Array) => void;
  /** The same. If there are many, a second thread writes them while this one goes on. */
  readonly writeBeside: (path: string, content: Uint8Array) => void;
  /** Waits until all are written. */
  readonly settle: () => void;
  /** Where it is, if it was written. */
  readonly placeOf: (path: string) => string;
  /** Tells which paths have a file. */
  readonly list: () => (path: string) => boolean;
  /** Removes them, and those of earlier builds that were killed. */
  readonly discard: () => void;
}

/** With fewer files, starting a thread takes longer than it saves. */
const MANY = 500;

export function stagedFiles(folder: string): StagedFiles {
  const made = new Set<string>();
  /** The paths of a site are normalised already. */
  const placeOf = (path: string): string => `${folder}${sep}${path}`;
  let thread: DiskThread | undefined;
  let beside = 0;
  const write = (path: string, content: Uint8Array): void => {
    const above = dirname(path);
    if (!made.has(above)) {
      makeFolders(dirname(placeOf(path)));
      made.add(above);
    }
    writeFileSync(placeOf(path), content);
  };
  const endThread = (): void => {
    try {
      thread?.settle();
    } catch {
      // What it could not write is not needed any more.
    }
    thread?.end();
    [thread, beside] = [undefined, 0];
  };
  return {
    write,
    writeBeside(path, content) {
      if (++beside < MANY) return write(path, content);
      thread ??= startDiskThread();
      thread.write(folder, path, content);
    },
    settle: () => thread?.settle(),
    placeOf,
    list() {
      const names = new Set(existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []);
      return sep === '/' ? (path) => names.has(path) : (path) => names.has(path.replaceAll('/', sep));
    },
    discard() {
      endThread();
      rmSync(folder, { recursive: true, force: true });
      removeAbandoned(folder);
      made.clear();
    },
  };
}

function removeAbandoned(folder: string): void {
  const [name, above] = [basename(folder).replace(/\d+$/, ''), dirname(folder)];
  for (const each of existsSync(above) ? readdirSync(above) : []) {
    const pid = each.startsWith(name) ? /^\d+$/.exec(each.slice(name.length))?.[0] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(above, each), { recursive: true, force: true });
  }
}
