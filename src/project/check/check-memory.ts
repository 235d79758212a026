/** The memory of a project's checks. */
import type { Config } from '../../config/config.ts';
import type { Absence } from '../../model/absence.ts';
import type { ModelSettings } from '../../model/broadcast.ts';
import { digest } from '../../values/digest.ts';
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
import { stampOf, isStampReliable } from '../../machine/file-stamp.ts';
import { PROGRAM, manifestPlaces } from '../../machine/program.ts';
import { hash } from 'node:crypto';
import { linkOutOf } from '../../machine/symbolic-links.ts';
import { ifPossible } from '../../values/if-possible.ts';
import type { SubjectKey } from '../../model/library.ts';
import type { RememberedDocument } from '../../model/check-content.ts';
import { diskFiles, overlaysBeside } from '../../content/files.ts';
import { inheritedContent } from '../../repository/project-paths.ts';

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

export function openCheckMemory({ root, content }: Config, settings: ModelSettings): CheckMemory {
  const scope = digest(JSON.stringify([programStamp(), content, settings]));
  const { load, save } = memoryFile({ root, name: 'checked-work-tree', scope });
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

/** Two texts, because the first may be enough; without line breaks. */
export interface Remembered {
  readonly summary: string;
  readonly details: () => string;
}

/**
 * The file in which checks remember, in `.gitcast/cache/`. It holds nothing that cannot be found again: a file that is
 * damaged, of another version of gitcast, of other settings, or copied from elsewhere is ignored, and so is a failure to
 * write it.
 */
export function memoryFile({
  root,
  name,
  scope,
}: {
  /** The folder of the configuration. */
  readonly root: string;
  readonly name: string;
  /** Everything but the files that the result of a check depends on. */
  readonly scope: string;
}) {
  const file = join(root, '.gitcast', 'cache', name);
  const isElsewhere = (): boolean => linkOutOf(root, file) !== undefined;
  return {
    /** The texts that were saved last; undefined if there are none for this scope. */
    load: () => ifPossible(() => (isElsewhere() ? undefined : opened(file, scope))),
    // Without it, the next check finds everything again.
    save: (remembered: Remembered): void =>
      ifPossible(() => (isElsewhere() ? undefined : write(file, scope, remembered))),
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

/** Different whenever the content of a file may differ. */
export type Stamp = string;

export type StampedPath = readonly [path: string, Stamp];

/**
 * A document without a problem, as a check remembers it. A later check does not read a document again if its files are
 * the same, and if every question that its check asked about others has the same answer. What rules compare of it is
 * remembered too, so that they still compare it with all others. Problems are not remembered: documents that have one are
 * read each time.
 *
 * With ten thousand documents, everything here is made on every check: it has the form in which it is parsed, without
 * lists that would be empty.
 */
export interface SettledDocument extends RememberedDocument {
  readonly stamp: Stamp;
  readonly translations?: readonly StampedPath[];
  /** The media files that it shows. */
  readonly media?: readonly string[];
  readonly absence?: Absence;
}

export interface Settled {
  readonly documents: readonly SettledDocument[];
  /** The questions of these documents, with the answers. */
  readonly questions: readonly (readonly [SubjectKey, answer: string])[];
  /** Media files without a problem. */
  readonly media: readonly StampedPath[];
}

export const NOTHING_SETTLED: Settled = { documents: [], questions: [], media: [] };

/** The paths of its files. */
export const pathsOf = ({ path, translations }: SettledDocument): readonly string[] =>
  translations ? [path, ...translations.map(([other]) => other)] : [path];

export type WorkTree = NonNullable<ReturnType<typeof listWorkTree>>;

/**
 * The content folder as it is on the disk, with a stamp of each file. Undefined if there is no such folder, or if others
 * overlay it or are below it.
 */
export function listWorkTree(config: Config) {
  const folder = join(config.root, config.content);
  const isAlone = overlaysBeside(folder).length === 0 && inheritedContent(config).length === 0;
  if (!isAlone || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const stamps = new Map<string, string>();
  const now = Date.now();
  const files = diskFiles(folder, (path, stats) => {
    if (isStampReliable(stats, now)) stamps.set(path, stampOf(stats));
  });
  const entries = new Map(files.entries().map((entry) => [entry.path, entry]));
  const all = stamps.size === entries.size ? [...entries.keys()].map((path) => `${path}\0${stamps.get(path)!}`) : [];
  return {
    files,
    entries,
    /** Undefined for a file that was written just now, or that is not an ordinary one. */
    stampOf: (path: string): string | undefined => stamps.get(path),
    /** The digest of all stamps; empty if a file has none. */
    digest: all.length === 0 ? '' : digest(all.join('\n')),
  };
}
