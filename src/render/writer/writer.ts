import { InternalError } from '../../diagnostics/errors.ts';
import { digestOf, isSitePath } from '../../values/site-file.ts';
import type { OutputStore } from './output-store.ts';

/**
 * Writes a site: only files that changed; at the end it removes files that no longer belong to it. One for each build.
 * The published site does not change before `finish`.
 */
export type Writer = ReturnType<typeof createWriter>;

export interface FileVersion {
  readonly digest: string;
  readonly bytes: number;
}

/** The files of a build, counted. */
export interface WriteSummary {
  /** The number of files. */
  readonly files: number;
  /** The number of files that were written. */
  readonly written: number;
  /** The number of files that did not change. */
  readonly unchanged: number;
  /** The number of files that were removed. */
  readonly removed: number;
  /** The size of all files. */
  readonly bytes: number;
  /** Files of an earlier build that were edited since. They are kept. */
  readonly kept: readonly string[];
  /** Files not written by gitcast that pages have replaced. Copies are in the trash. */
  readonly replaced: readonly string[];
}

/**
 * A file is removed only if the last build wrote it, this one did not, and its bytes have not changed; so a mistake in
 * the output path deletes nothing that is not gitcast's. A file that already has the content we would write counts as
 * written by us: otherwise, if the list of the last build is lost, a withdrawn page would stay published forever.
 */
export function createWriter(store: OutputStore) {
  const before = store.readManifest();
  const now = new Map<string, string>();
  const sizes = new Map<string, number>();
  const encoded = textEncoding();
  let replaced: string[] = [];
  let [written, bytes] = [0, 0];
  /** True if the file was written already. */
  const isNoted = (path: string, { digest, bytes: size }: FileVersion): boolean => {
    if (!isSitePath(path)) throw new InternalError(`not a path on the site: ${path}`);
    const own = now.get(path);
    if (own !== undefined && own !== digest) throw new InternalError(`two files of the site have the path ${path}`);
    if (own !== undefined) return true;
    now.set(path, digest);
    sizes.set(path, size);
    bytes += size;
    return false;
  };
  return {
    /** Forgets what was written so far, and discards what a killed build has staged. */
    begin(): void {
      store.discard();
      now.clear();
      sizes.clear();
      replaced = [];
      [written, bytes] = [0, 0];
    },
    /** `path` is relative to the site's root, without a leading slash. */
    write(path: string, content: string | Uint8Array): ReturnType<OutputStore['stage']> {
      const data = typeof content === 'string' ? encoded(content) : content;
      const digest = digestOf(data);
      if (isNoted(path, { digest, bytes: data.length })) return 'unchanged';
      const outcome = store.stage(path, data, before);
      if (outcome !== 'unchanged') written++;
      if (outcome === 'replaced') replaced.push(path);
      return outcome;
    },
    /** A file that was written. */
    read: store.read,
    versionOf: (path: string): FileVersion => ({ digest: now.get(path)!, bytes: sizes.get(path)! }),
    /** The digest of each file written so far, by path, and their size. */
    soFar: (): { readonly digests: ReadonlyMap<string, string>; readonly bytes: number } => ({ digests: now, bytes }),
    /** Leaves the published site unchanged. */
    abandon: (): void => store.discard(),
    /** `remove` is false if a page is missing because of an error: its published files are kept. */
    finish({ remove } = { remove: true }): WriteSummary {
      store.publish(now, { ours: before, staged: written });
      store.discard();
      const orphans = [...before].filter(([path]) => !now.has(path));
      const outcomes = remove ? orphans.map(([path, digest]) => ({ path, outcome: store.remove(path, digest) })) : [];
      store.saveManifest(remove ? now : new Map([...before, ...now]), before);
      return {
        files: now.size,
        written,
        unchanged: now.size - written,
        removed: outcomes.filter(({ outcome }) => outcome === 'removed').length,
        bytes,
        kept: outcomes.filter(({ outcome }) => outcome === 'changed').map(({ path }) => path),
        replaced: replaced.toSorted(),
      };
    },
  };
}

/** Most files are smaller than this, encoded: three bytes for a character are the most. */
const COMMON = 256 * 1024;

/**
 * Encodes texts, one after another into the same memory: a file is hashed and written from there before the next one is
 * encoded. Memory of its own for each of ten thousand pages would be collected again and again.
 */
export function textEncoding(): (text: string) => Uint8Array {
  let shared: Buffer | undefined;
  return (text) => {
    if (text.length * 3 > COMMON) return Buffer.from(text);
    shared ??= Buffer.alloc(COMMON);
    return shared.subarray(0, encodeInto(shared, text));
  };
}

const NOT_ASCII = /[\u0080-\uffff]+/g;

/** Nearly all of a page is ASCII, which is copied faster than it is encoded. */
function encodeInto(memory: Buffer, text: string): number {
  let [from, size] = [0, 0];
  for (const { index, 0: others } of text.matchAll(NOT_ASCII)) {
    size += memory.write(text.slice(from, index), size, 'latin1');
    size += memory.write(others, size);
    from = index + others.length;
  }
  return size + memory.write(text.slice(from), size, 'latin1');
}
