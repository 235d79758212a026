/**
 * The packages that read unusual files: loaded by the first file that needs one, because they take longer to load than a
 * few hundred ordinary files take to read.
 */
import { createRequire } from 'node:module';
import type GrayMatter from 'gray-matter';
import type * as Yaml from 'yaml';

const load = createRequire(import.meta.url);
let loadedYaml: typeof Yaml | undefined;
let loadedMatter: typeof GrayMatter | undefined;

export const yaml = (): typeof Yaml => (loadedYaml ??= load('yaml') as typeof Yaml);

export const grayMatter = (): typeof GrayMatter => (loadedMatter ??= load('gray-matter') as typeof GrayMatter);
