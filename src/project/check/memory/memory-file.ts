/**
 * The file in which checks remember, in `.gitcast/cache/`. It holds nothing that cannot be found again: a file that is
 * damaged, of another version of gitcast, of other settings, or copied from elsewhere is ignored, and so is a failure to
 * write it.
 */
import { hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { linkOutOf } from '../../../machine/links.ts';

export interface MemoryFile {
  /** The texts that were saved last; undefined if there are none for this scope. */
  readonly load: () => Remembered | undefined;
  readonly save: (remembered: Remembered) => void;
}

/** Two texts, because the first may be enough; without line breaks. */
export interface Remembered {
  readonly summary: string;
  readonly details: () => string;
}

interface Place {
  /** The folder of the configuration. */
  readonly root: string;
  readonly name: string;
  /** Everything but the files that the result of a check depends on. */
  readonly scope: string;
}

export function memoryFile({ root, name, scope }: Place): MemoryFile {
  const file = join(root, '.gitcast', 'cache', name);
  const isElsewhere = (): boolean => linkOutOf(root, file) !== undefined;
  return {
    load() {
      try {
        return isElsewhere() ? undefined : opened(file, scope);
      } catch {
        return undefined;
      }
    },
    save(remembered) {
      try {
        if (!isElsewhere()) write(file, scope, remembered);
      } catch {
        // The next check finds everything again.
      }
    },
  };
}

function opened(file: string, scope: string): Remembered | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  // A link would read a file that is not gitcast's.
  if (!stats?.isFile()) return undefined;
  const bytes = readFileSync(file);
  const [end, middle] = [bytes.indexOf('\n'), bytes.indexOf('\n', bytes.indexOf('\n') + 1)];
  const rest = bytes.subarray(end + 1);
  if (bytes.toString('utf8', 0, end) !== heading({ scope, rest, inode: stats.ino })) return undefined;
  return { summary: bytes.toString('utf8', end + 1, middle), details: () => bytes.toString('utf8', middle + 1) };
}

/** A file has its own inode in it: one that came with a repository is not believed. */
const heading = ({ scope, rest, inode }: { scope: string; rest: Uint8Array; inode: number }): string =>
  `gitcast check 1 ${scope} ${inode} ${hash('sha256', rest)}`;

function write(file: string, scope: string, { summary, details }: Remembered): void {
  const folder = dirname(file);
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  // A check must not leave anything that a commit takes along, also in a repository that does not ignore the folder.
  if (isNew) writeFileSync(join(folder, '.gitignore'), '*\n');
  const unfinished = `${file}.${process.pid}`;
  const opened = openSync(unfinished, 'wx', 0o600);
  try {
    const rest = Buffer.from(`${summary}\n${details()}`);
    writeFileSync(opened, `${heading({ scope, rest, inode: fstatSync(opened).ino })}\n`);
    writeFileSync(opened, rest);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(opened);
  }
}
