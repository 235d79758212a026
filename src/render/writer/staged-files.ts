/** The files of a build until all are ready. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { isAlive, thisProcess, type ProcessIdentity } from '../../machine/processes.ts';
import { isLeftBehind } from '../../machine/replace-file.ts';
import { statOf } from '../../machine/stat-of.ts';
import { makeFolders, writeReadable } from './disk-tasks.ts';
import { inThisThread, type Beside } from './output-store.ts';
import { startDiskThread, type DiskThread } from './disk-thread.ts';

/** With fewer files to write, starting a thread takes longer than it saves. */
const MANY = 500;

export function stagedFiles(folder: string) {
  const made = new Set<string>();
  /** The paths of a site are normalised already. */
  const placeOf = (path: string): string => `${folder}${sep}${path}`;
  let thread: DiskThread | undefined;
  /** The files that the thread has written since it last packed something. */
  const beside = new Set<string>();
  const written = new Set<string>();
  const writeHere = (path: string, content: Uint8Array): void => {
    const above = dirname(path);
    if (!made.has(above)) {
      makeFolders(dirname(placeOf(path)));
      made.add(above);
    }
    writeReadable(placeOf(path), content);
  };
  const endThread = (): void => {
    try {
      thread?.waitForAll();
    } catch {
      // A file that it could not write is not needed any more.
    }
    thread?.end();
    thread = undefined;
  };
  return {
    /** If there are many, a second thread writes them while this one goes on. */
    write(path: string, content: Uint8Array): void {
      written.add(path);
      if (written.size < MANY && !thread) return writeHere(path, content);
      thread ??= startDiskThread();
      thread.write(folder, path, content);
      beside.add(path);
    },
    beside: {
      pack(files) {
        if (!thread) return inThisThread.pack(files);
        const isThere = files.every(({ path }) => beside.has(path));
        beside.clear();
        return thread.pack(
          files.map(({ path, text }) => (isThere ? path : text)),
          { arePaths: isThere },
        );
      },
    } satisfies Beside,
    /** Waits until all are written. */
    waitForAll: (): void => thread?.waitForAll(),
    /** Where a file is, if it was written. */
    placeOf,
    /** The paths of those that nobody has removed. */
    list: (): ReadonlySet<string> => new Set([...written].filter((path) => statOf(placeOf(path)))),
    /** Removes them, and those of earlier builds that were killed. */
    discard(): void {
      endThread();
      rmSync(folder, { recursive: true, force: true });
      removeAbandoned(folder);
      made.clear();
      written.clear();
    },
  };
}

/** A name for what only this process uses. In another container, another process may have the same id. */
export const ownName = (): string => [process.pid, spaceOf(thisProcess())].join('-');

const spaceOf = ({ space = '' }: ProcessIdentity): string => space.replaceAll(/\D/g, '');

/** Processes in other containers cannot be seen, nor who began to write a list: what they leave behind is removed when it is old. */
const OLD = 24 * 60 * 60 * 1000;

function removeAbandoned(folder: string): void {
  const own = spaceOf(thisProcess());
  const [name, above] = [basename(folder).replace(/\d+-\d*$/, ''), dirname(folder)];
  for (const each of existsSync(above) ? readdirSync(above) : []) {
    const rest = each.startsWith(name) ? each.slice(name.length) : '';
    const [, pid, space = own] = /^(\d+)(?:-(\d*))?$/.exec(rest) ?? [];
    if (pid === undefined && !isLeftBehind(rest)) continue;
    const place = join(above, each);
    const isAbandoned =
      pid !== undefined && space === own ? !isAlive(Number(pid)) : (statOf(place)?.mtimeMs ?? 0) < Date.now() - OLD;
    if (isAbandoned) rmSync(place, { recursive: true, force: true });
  }
}
