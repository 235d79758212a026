/** The files of gitcast itself, its version, and the packages it needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `src/` in a checkout, `lib/` in the package. */
export const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
export const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
export const TEMPLATES = join(PACKAGE, 'templates');

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
}

const manifest = (): Manifest => JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Manifest;

export const version = (): string => manifest().version;

/** The versions of Node.js that the package runs on, such as `>=22.22`. */
export const supportedNode = (): string => manifest().engines.node;

/**
 * The manifests that name the versions of gitcast and of its packages. A package is in the package's own folder, or beside it
 * where npm has flattened the packages, so some of these files do not exist.
 */
export function manifestPlaces(): readonly string[] {
  const { dependencies, optionalDependencies } = manifest();
  const folders = [join(PACKAGE, 'node_modules'), join(PACKAGE, '..')];
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  return [
    join(PACKAGE, 'package.json'),
    ...names.flatMap((name) => folders.map((each) => join(each, name, 'package.json'))),
  ];
}
