import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../machine/replace-file.ts';
import { ifPossible } from '../../values/if-possible.ts';

/** Keeps pictures that took long to make. The name identifies the content. */
export interface VariantCache {
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => Uint8Array;
  readonly write: (name: string, bytes: Uint8Array) => void;
}

/**
 * Each file ends with the digest of what comes before, so a picture that was cut or damaged is made again. What cannot be
 * written, because the disk is full or read-only, is kept in memory for this build: the cache never fails it.
 */
export function diskCache(folder: string): VariantCache {
  const sound = new Set<string>();
  const unwritten = new Map<string, Uint8Array>();
  return {
    has(name) {
      if (sound.has(name) || unwritten.has(name)) return true;
      if (!readSound(join(folder, name))) return false;
      sound.add(name);
      return true;
    },
    read(name) {
      const bytes = unwritten.get(name) ?? readSound(join(folder, name));
      if (!bytes) throw new Error(`${join(folder, name)} was damaged or removed during the build`);
      return bytes;
    },
    write(name, bytes) {
      try {
        replaceFile(join(folder, name), Buffer.concat([bytes, digestOf(bytes)]));
        sound.add(name);
      } catch {
        unwritten.set(name, bytes);
      }
    },
  };
}

const digestOf = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');
const DIGEST_BYTES = 32;

/** Undefined if there is none that was written whole. A symbolic link may point to a file outside the cache. */
const readSound = (file: string): Uint8Array | undefined =>
  ifPossible(() => {
    if (!lstatSync(file).isFile()) return undefined;
    const kept = readFileSync(file);
    const bytes = kept.subarray(0, -DIGEST_BYTES);
    return digestOf(bytes).equals(kept.subarray(-DIGEST_BYTES)) ? bytes : undefined;
  });

export function memoryCache(): VariantCache {
  const files = new Map<string, Uint8Array>();
  return {
    has: (name) => files.has(name),
    read: (name) => files.get(name)!,
    write: (name, bytes) => void files.set(name, bytes),
  };
}
