/**
 * The package for unusual YAML: loaded by the first file that needs it, because it takes longer to load than a few hundred
 * ordinary files take to read.
 */
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { once } from '../values/once.ts';

const load = createRequire(import.meta.url);

export const yaml = once(() => load('yaml') as typeof Yaml);
