/** What the checks of a project remember: one file for the work tree, and one for what is staged in git. */
import type { Config } from '../../config/config.ts';
import type { Absence } from '../../model/absence.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { digest } from '../../values/digest.ts';
import { NOTHING_SETTLED, type Settled } from './settled.ts';
import {
  readdirSync,
  statSync,
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
import { join, dirname } from 'node:path';
import { stampOf } from '../../machine/file-stamp.ts';
import { manifestPlaces, PROGRAM } from '../../machine/program.ts';
import { hash } from 'node:crypto';
import { linkOutOf } from '../../machine/symbolic-links.ts';
import { ifPossible } from '../../values/if-possible.ts';

type Summary = Pick<CheckMemory, 'soundFiles' | 'documents' | 'absences'>;

export interface CheckMemory {
  /** True if no check with the same settings has remembered anything. */
  readonly isNew: boolean;
  /** The files in which no check found a problem, in one text; empty if there was one. */
  readonly soundFiles: string;
  /** The number of their documents. */
  readonly documents: number;
  /** Those that visitors do not see, or not always. */
  readonly absences: readonly Absence[];
  readonly settled: () => Settled;
  readonly save: (now: Summary & { readonly settled: Settled }) => void;
}

export function openCheckMemory(
  { root, content }: Config,
  settings: ModelSettings,
  of: 'work-tree' | 'staged',
): CheckMemory {
  const scope = digest(JSON.stringify([programStamp(), content, settings]));
  const { load, save } = memoryFile({ root, name: `checked-${of}`, scope });
  const remembered = load();
  const summary = remembered ? (JSON.parse(remembered.summary) as Summary) : NO_SUMMARY;
  return {
    ...summary,
    isNew: remembered === undefined,
    settled: () => (remembered ? (JSON.parse(remembered.details()) as Settled) : NOTHING_SETTLED),
    save: ({ settled, ...now }) => save({ summary: JSON.stringify(now), details: () => JSON.stringify(settled) }),
  };
}

const NO_SUMMARY: Summary = { documents: 0, soundFiles: '', absences: [] };

/**
 * A text that differs between versions of gitcast and of the packages it reads content with. Only times of files are
 * looked at: reading the program would take longer than what is saved.
 */
function programStamp(): string {
  const { node, icu, tz, unicode } = process.versions;
  const stamps = [...manifestPlaces(), ...programFiles()].map((file) => `${file} ${stampAt(file)}`);
  return digest([node, icu, tz, unicode, ...stamps].join('\n'));
}

const stampAt = (file: string): string => {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? stampOf(stats) : '';
};

/** Each release has its own folder of files, while the sources of a checkout are edited one by one. */
function programFiles(): readonly string[] {
  const isCheckout = import.meta.url.endsWith('.ts');
  if (!isCheckout) return [PROGRAM, join(PROGRAM, 'chunks')];
  return readdirSync(PROGRAM, { recursive: true, encoding: 'utf8' }).map((name) => join(PROGRAM, name));
}

/**
 * The file in which checks remember, in `.gitcast/cache/`. It holds nothing that cannot be found again: a file that is
 * damaged, of another version of gitcast, of other settings, or copied from elsewhere is ignored, and so is a failure to
 * write it.
 */
interface MemoryFile {
  /** The texts that were saved last; undefined if there are none for this scope. */
  readonly load: () => Remembered | undefined;
  readonly save: (remembered: Remembered) => void;
}

/** Two texts, because the first may be enough; without line breaks. */
export interface Remembered {
  readonly summary: string;
  readonly details: () => string;
}

interface MemoryPlace {
  /** The folder of the configuration. */
  readonly root: string;
  readonly name: string;
  /** Everything but the files that the result of a check depends on. */
  readonly scope: string;
}

export function memoryFile({ root, name, scope }: MemoryPlace): MemoryFile {
  const file = join(root, '.gitcast', 'cache', name);
  const isElsewhere = (): boolean => linkOutOf(root, file) !== undefined;
  return {
    load: () => ifPossible(() => (isElsewhere() ? undefined : opened(file, scope))),
    // Without it, the next check finds everything again.
    save: (remembered) => ifPossible(() => (isElsewhere() ? undefined : write(file, scope, remembered))),
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
