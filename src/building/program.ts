/** A digest of the program itself: another version may render the same content differently. */
import { readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isStampReliable, stampOf } from '../machine/file-stamp.ts';
import { digest } from '../values/digest.ts';
import { digestOf } from '../values/site-file.ts';
import { manifestPlaces, PACKAGE, PROGRAM } from '../machine/program.ts';

interface Notes {
  readonly note: (name: string) => Uint8Array | undefined;
  readonly setNote: (name: string, value: Uint8Array) => void;
}

let runningProgram: string | undefined;

/** Found once per process: files that are installed while it runs are not what it has loaded. */
export const programDigest = (notes: Notes): string => (runningProgram ??= digestProgram(notes));

/** The files are read only if one of them was changed. */
function digestProgram(notes: Notes): string {
  const files = readdirSync(PROGRAM, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  const manifests = manifestPlaces().filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  const all = [...files, ...manifests];
  const stats = all.map((file) => statSync(file));
  const stamps = digest(all.map((file, index) => `${file}\0${stampOf(stats[index]!)}`).join('\n'));
  const [known, digestThen] = Buffer.from(notes.note('program') ?? [])
    .toString()
    .split(' ');
  if (known === stamps && digestThen !== undefined) return digestThen;
  const now = Date.now();
  const content = digest(
    all.map((file, index) => `${file.slice(PACKAGE.length)}\0${contentOf(file, stats[index]!)}`).join('\n'),
  );
  if (stats.every((each) => isStampReliable(each, now))) notes.setNote('program', Buffer.from(`${stamps} ${content}`));
  return content;
}

/** Most files of the package have a digest of their content in their names. */
const contentOf = (file: string, { size }: Stats): string =>
  /[/\\]chunks[/\\][\w-]+-[\w-]{8}\.js$/.test(file) ? String(size) : digestOf(readFileSync(file));
