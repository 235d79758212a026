/** Which published files are still as an earlier build left them: those that have the stamp they had then. */
import { join } from 'node:path';
import { stampOf } from '../../machine/file-stamp.ts';
import { statOf } from '../../machine/stat-of.ts';
import { startDiskThread } from './disk-thread.ts';
import { readPlaces, type Place, type Places, type PlacesMemory } from './places.ts';

export interface FilesAsLeft {
  /** Begins to look at all files in a second thread, if there are many. */
  readonly lookAhead: () => void;
  /** True if an earlier build left a file with this digest. */
  readonly had: (path: string, digest: string) => boolean;
  /** True if the file is known to be as it was left, in folders and not behind links. */
  readonly isSeen: (path: string) => boolean;
  /** Looks at the file. */
  readonly isAsLeft: (path: string) => boolean;
  readonly seen: Places;
}

/** With fewer files, starting a thread takes longer than it saves. */
const MANY = 2000;

export function filesAsLeft(folder: string, memory: PlacesMemory | undefined): FilesAsLeft {
  let read: Places | undefined;
  const places = (): Places => (read ??= readPlaces(memory));
  const seen = new Map<string, Place>();
  let takeSeen: (() => void) | undefined;
  return {
    lookAhead() {
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
    had: (path, digest) => places().get(path)?.digest === digest,
    isSeen(path) {
      takeSeen?.();
      return seen.has(path);
    },
    isAsLeft(path) {
      const [place, stats] = [places().get(path), statOf(join(folder, path))];
      const isAsLeft = place !== undefined && stats?.isFile() === true && stampOf(stats) === place.stamp;
      if (isAsLeft) seen.set(path, place);
      return isAsLeft;
    },
    seen,
  };
}
