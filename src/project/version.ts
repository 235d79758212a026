import { readFileSync } from 'node:fs';

export const version = (): string => manifest().version;

/** The versions of Node.js that the package runs on, such as `>=22.22`. */
export const supportedNode = (): string => manifest().engines.node;

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** src/ and lib/ are at the same depth, so the path is the same from both. */
const manifest = (): Manifest =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest;
