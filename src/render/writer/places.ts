/**
 * The state of the published files after the last build. A file whose size, times and inode have not changed since still
 * has the bytes that were written, so it need not be read.
 */
import type { Stats } from 'node:fs';
import { isStampReliable, stampOf, TICK } from '../../machine/file-stamp.ts';
import { once } from '../../values/once.ts';
import type { Manifest } from './output-store.ts';
import { join } from 'node:path';
import { statOf } from '../../machine/stat-of.ts';
import { startDiskThread } from './disk-thread.ts';

/** Where the state is kept between builds. It may be lost at any time. */
export interface PlacesMemory {
  readonly load: () => string | undefined;
  readonly save: (places: string) => void;
}

interface StampedFile {
  readonly digest: string;
  readonly stamp: string;
}

type Places = ReadonlyMap<string, StampedFile>;

export function readPlaces(memory: PlacesMemory | undefined): Places {
  const places = new Map<string, StampedFile>();
  for (const line of memory?.load()?.split('\n') ?? []) {
    const [path, digest, stamp] = line.split('\0');
    if (path !== undefined && digest !== undefined && stamp !== undefined) places.set(path, { digest, stamp });
  }
  return places;
}

interface Published {
  /** The files of this build. */
  readonly files: Manifest;
  /**
   * Files that are as an earlier build left them. They need no second look: a change of one afterwards changes its
   * stamp.
   */
  readonly seen: Places;
  readonly statOf: (path: string) => Stats | undefined;
  /**
   * The files that this build has put in place, with their inodes, or without if the whole folder was put in place. The
   * others were there when it began.
   */
  readonly moved: ReadonlyMap<string, number | undefined>;
  readonly began: number;
  /** When the last file was staged. */
  readonly staged: number;
  /** When the last file was changed. */
  readonly changed: number;
}

/** A file that was edited during the build, or replaced by another build, is left out, so that the next build reads it. */
export function savePlaces(memory: PlacesMemory, published: Published): void {
  const { files, seen, statOf, moved, began, staged, changed } = published;
  const lines: string[] = [];
  // Until a later change of the last file would leave a trace.
  const left = changed + TICK + 5 - Date.now();
  if (moved.size > 0 && left > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, left);
  const now = Date.now();
  const isAsBuilt = (path: string, { mtimeMs, ctimeMs, ino }: Stats): boolean => {
    const latest = Math.max(mtimeMs, ctimeMs);
    if (!moved.has(path)) return latest < began;
    const own = moved.get(path);
    // Another build may have staged its file earlier and moved it here later: then only `ctime` and the inode tell.
    return own === undefined ? latest <= staged : mtimeMs <= staged && ino === own;
  };
  const stampNow = (path: string): string | undefined => {
    const stats = statOf(path);
    return stats?.isFile() && isAsBuilt(path, stats) && isStampReliable(stats, now) ? stampOf(stats) : undefined;
  };
  for (const [path, digest] of files) {
    const before = moved.has(path) ? undefined : seen.get(path);
    const stamp = before?.digest === digest ? before.stamp : stampNow(path);
    if (stamp !== undefined) lines.push(`${path}\0${digest}\0${stamp}`);
  }
  memory.save(lines.join('\n'));
}

/** With fewer files, starting a thread takes longer than it saves. */
const MANY = 2000;

/** Which published files are still as an earlier build left them: those that have the stamp they had then. */
export function filesAsLeft(folder: string, memory: PlacesMemory | undefined) {
  const places = once(() => readPlaces(memory));
  const seen = new Map<string, StampedFile>();
  let takeSeen: (() => void) | undefined;
  return {
    /** Begins to look at all files in a second thread, if there are many. */
    lookAhead(): void {
      if (places().size < MANY) return;
      const all = [...places()];
      const thread = startDiskThread();
      const result = thread.look(
        folder,
        all.map(([path, { stamp }]) => [path, stamp]),
      );
      thread.end();
      takeSeen = () => {
        for (const [index, isAsLeft] of result().entries()) if (isAsLeft) seen.set(...all[index]!);
        takeSeen = undefined;
      };
    },
    /** True if an earlier build left a file with this digest. */
    had: (path: string, digest: string): boolean => places().get(path)?.digest === digest,
    /** True if the file is known to be as it was left, in folders and not behind links. */
    isSeen(path: string): boolean {
      takeSeen?.();
      return seen.has(path);
    },
    /** Looks at the file. */
    isAsLeft(path: string): boolean {
      const [place, stats] = [places().get(path), statOf(join(folder, path))];
      const isAsLeft = place !== undefined && stats?.isFile() === true && stampOf(stats) === place.stamp;
      if (isAsLeft) seen.set(path, place);
      return isAsLeft;
    },
    seen: seen as Places,
  };
}
