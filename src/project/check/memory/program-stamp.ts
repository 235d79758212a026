/** A text that is another one for another version of gitcast or of the packages that it reads content with. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampOf } from '../../../machine/file-stamp.ts';
import { digest } from '../../../values/digest.ts';

/** `src/` in a checkout, `lib/` in the package. */
const PROGRAM = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../../..', import.meta.url));

/** Only times of files are looked at: reading the program would take longer than what is saved. */
export function programStamp(): string {
  const { node, icu, tz, unicode } = process.versions;
  const stamps = [...packageFiles(), ...programFiles()].map((file) => `${file} ${stampAt(file)}`);
  return digest([node, icu, tz, unicode, ...stamps].join('\n'));
}

const stampAt = (file: string): string => {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? stampOf(stats) : '';
};

/** In the package's own folder, or beside it where npm has flattened the packages. */
function packageFiles(): readonly string[] {
  const own = join(PACKAGE, 'package.json');
  const { dependencies } = JSON.parse(readFileSync(own, 'utf8')) as { dependencies: object };
  const folders = [join(PACKAGE, 'node_modules'), join(PACKAGE, '..')];
  return [own, ...Object.keys(dependencies).flatMap((name) => folders.map((each) => join(each, name, 'package.json')))];
}

/** A release has another folder of files for each version, while the sources of a checkout are edited one by one. */
function programFiles(): readonly string[] {
  const isCheckout = import.meta.url.endsWith('.ts');
  if (!isCheckout) return [PROGRAM, join(PROGRAM, 'chunks')];
  return readdirSync(PROGRAM, { recursive: true, encoding: 'utf8' }).map((name) => join(PROGRAM, name));
}
