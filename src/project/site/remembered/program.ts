/** A digest of the program itself: another version may render the same content differently. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSettled, stampOf } from '../../../machine/file-stamp.ts';
import { digest } from '../../../values/digest.ts';
import { digestOf } from '../../../values/site-file.ts';

/** `src/` in a checkout, `lib/` in the package. */
const PROGRAM = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../../..', import.meta.url));

interface Notes {
  readonly note: (name: string) => Uint8Array | undefined;
  readonly setNote: (name: string, value: Uint8Array) => void;
}

/** The files are read only if one of them was changed. */
export function programDigest(notes: Notes): string {
  const files = readdirSync(PROGRAM, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  const all = [...files, ...manifests()];
  const stats = all.map((file) => statSync(file));
  const stamps = digest(all.map((file, index) => `${file}\0${stampOf(stats[index]!)}`).join('\n'));
  const [known, digestThen] = Buffer.from(notes.note('program') ?? [])
    .toString()
    .split(' ');
  if (known === stamps && digestThen !== undefined) return digestThen;
  const now = Date.now();
  const content = digest(
    all.map((file) => `${file.slice(PACKAGE.length)}\0${digestOf(readFileSync(file))}`).join('\n'),
  );
  if (stats.every((each) => isSettled(each, now))) notes.setNote('program', Buffer.from(`${stamps} ${content}`));
  return content;
}

/** Name the versions of gitcast and of the packages that render. */
function manifests(): readonly string[] {
  const own = join(PACKAGE, 'package.json');
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(own, 'utf8')) as {
    dependencies?: object;
    optionalDependencies?: object;
  };
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return [own, ...names.flatMap((name) => manifestOf(name) ?? [])];
}

/** In the package's own folder, or beside it where npm has flattened the packages. */
const manifestOf = (name: string): string | undefined =>
  [join(PACKAGE, 'node_modules'), join(PACKAGE, '..')]
    .map((folder) => join(folder, name, 'package.json'))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
