/** The archives of a store whose blocks this machine has received or sent, so that none of them travels twice. */
import type { CacheFile } from '../../../../render/remember/cache-file.ts';
import { digest } from '../../../../values/digest.ts';
import * as is from '../../../../values/shape.ts';

export interface KnownArchives {
  readonly has: (archive: string) => boolean;
  /** The archives with this block. */
  readonly with: (block: string) => readonly string[];
  readonly add: (archive: string, blocks: readonly string[]) => void;
  /** Forgets those that the store no longer has. */
  readonly keep: (archives: readonly string[]) => void;
  readonly save: () => void;
}

const shape = is.recordOf(is.listOf(is.text));

/** `place`: the store and the scope. */
export function knownArchives(cache: Pick<CacheFile, 'note' | 'setNote'>, place: string): KnownArchives {
  const note = `shared ${digest(place)}`;
  const archives = new Map(Object.entries(parsed(cache.note(note))));
  return {
    has: (archive) => archives.has(archive),
    with: (block) => [...archives].flatMap(([archive, blocks]) => (blocks.includes(block) ? [archive] : [])),
    add: (archive, blocks) => void archives.set(archive, blocks),
    keep: (listed) => {
      const kept = new Set(listed);
      for (const archive of archives.keys()) if (!kept.has(archive)) archives.delete(archive);
    },
    save: () => cache.setNote(note, Buffer.from(JSON.stringify(Object.fromEntries(archives)))),
  };
}

function parsed(note: Uint8Array | undefined): Readonly<Record<string, readonly string[]>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(note ?? []).toString());
    return is.hasShape(value, shape) ? value : {};
  } catch {
    return {};
  }
}
