/** The files of gitcast itself, and of the packages it needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `src/` in a checkout, `lib/` in the package. */
export const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The manifests that name the versions of gitcast and of its packages. A package is in the package's own folder, or beside it
 * where npm has flattened the packages, so some of these files do not exist.
 */
export function manifestPlaces(): readonly string[] {
  const own = join(PACKAGE, 'package.json');
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(own, 'utf8')) as {
    dependencies?: object;
    optionalDependencies?: object;
  };
  const folders = [join(PACKAGE, 'node_modules'), join(PACKAGE, '..')];
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return [own, ...names.flatMap((name) => folders.map((each) => join(each, name, 'package.json')))];
}
