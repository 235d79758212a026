/**
 * The packages that read unusual files: loaded by the first file that needs one, because they take longer to load than a
 * few hundred ordinary files take to read.
 */
import { createRequire } from 'node:module';
import type GrayMatter from 'gray-matter';
import type * as Yaml from 'yaml';
import { once } from '../values/once.ts';

const load = createRequire(import.meta.url);

export const yaml = once(() => load('yaml') as typeof Yaml);

export const grayMatter = once(() => load('gray-matter') as typeof GrayMatter);
