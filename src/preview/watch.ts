/** Reports files that may have changed, in batches: a save is one batch, and so is a checkout of a thousand files. */
import { statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { watch as watchPaths } from 'chokidar';

export interface Watched {
  /** With everything inside them. They may be created and deleted. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** The folder that contains all of them. */
  readonly root: string;
}

export interface WatchEvents {
  readonly onChange: (paths: ReadonlySet<string>) => void;
  /** A sentence: the system cannot watch files, or no longer can. */
  readonly onProblem: (message: string) => void;
}

export interface Watch {
  readonly close: () => Promise<void>;
}

/** How long it must be quiet before a batch is reported: short for one save, longer for larger batches. */
const quietAfter = (count: number): number => Math.min(12 + 4 * count, 150);

/** Editors empty a file before they write it. A moment later it has its text, or it was meant to be empty. */
const WHILE_EMPTY = 60;

export async function watch({ folders, files, root }: Watched, { onChange, onProblem }: WatchEvents): Promise<Watch> {
  // Through the parent folder, so that a folder that is deleted and created again is still watched.
  const above = new Set([root, ...[...folders, ...files].flatMap((path) => parentsOf(path, root))]);
  const isOurs = (path: string): boolean =>
    above.has(path) ||
    files.includes(path) ||
    folders.some((folder) => path === folder || path.startsWith(folder + sep));

  let batch = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looksEmpty = false;
  const tell = (): void => {
    if (!looksEmpty && [...batch].some(isEmpty)) {
      looksEmpty = true;
      timer = setTimeout(tell, WHILE_EMPTY);
      return;
    }
    const paths = batch;
    batch = new Set();
    looksEmpty = false;
    timer = undefined;
    onChange(paths);
  };

  const watcher = watchPaths(root, { ignored: (path) => !isOurs(path), ignoreInitial: true, atomic: 40 });
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir' || above.has(path)) return;
    batch.add(path);
    if (looksEmpty) return;
    clearTimeout(timer);
    timer = setTimeout(tell, quietAfter(batch.size));
  });
  watcher.on('error', (error) => onProblem(sentenceFor(error as NodeJS.ErrnoException)));
  await new Promise<void>((resolve) => void watcher.once('ready', resolve));
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

const isEmpty = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.size === 0;

function parentsOf(path: string, root: string): readonly string[] {
  const parent = dirname(path);
  return path === root || parent === path ? [] : [parent, ...parentsOf(parent, root)];
}

function sentenceFor({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC')
    return 'the system allows no more watched folders: raise fs.inotify.max_user_watches, or set CHOKIDAR_USEPOLLING=1';
  if (code === 'EMFILE') return 'too many open files: raise `ulimit -n`, or set CHOKIDAR_USEPOLLING=1';
  return `a file cannot be watched: ${message}`;
}
