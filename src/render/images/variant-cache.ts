import { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps pictures that took long to make. The name identifies the content. */
export interface VariantCache {
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => Uint8Array;
  readonly write: (name: string, bytes: Uint8Array) => void;
}

export function diskCache(folder: string): VariantCache {
  return {
    // A symbolic link may point to a file outside the cache.
    has: (name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true,
    read: (name) => readFileSync(join(folder, name)),
    write(name, bytes) {
      mkdirSync(folder, { recursive: true });
      // A build that is killed here must not leave half a picture under the final name.
      const unfinished = join(folder, `${name}.${process.pid}.tmp`);
      writeFileSync(unfinished, bytes, { flag: 'wx' });
      renameSync(unfinished, join(folder, name));
    },
  };
}

export function memoryCache(): VariantCache {
  const files = new Map<string, Uint8Array>();
  return {
    has: (name) => files.has(name),
    read: (name) => files.get(name)!,
    write: (name, bytes) => void files.set(name, bytes),
  };
}
