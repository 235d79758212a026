import { InternalError } from '../../diagnostics/errors.ts';
import { digestOf, isSitePath, type OutputStore } from './output-store.ts';

/**
 * Writes a site: only what changed, and in the end removes what no longer belongs to it. One for each build. What is
 * published stays as it is until `finish`.
 */
export interface Writer {
  /** By the path below the site's root, without a slash in front. */
  readonly write: (path: string, content: string | Uint8Array) => 'written' | 'replaced' | 'unchanged';
  /** What was written so far. */
  readonly soFar: () => Written;
  /** Takes what another writer wrote into the same place as written by this one. */
  readonly absorb: (written: Written) => void;
  readonly finish: (ending?: Ending) => WriteSummary;
  /** Leaves what is published as it is. */
  readonly abandon: () => void;
}

interface Ending {
  /** False where a page is missing because of an error: what was published of it stays. */
  readonly remove: boolean;
}

export interface Written {
  /** The digest of each file by its path. */
  readonly digests: ReadonlyMap<string, string>;
  /** How many of them were not there as they are. */
  readonly count: number;
  readonly replaced: readonly string[];
  readonly bytes: number;
}

export interface WriteSummary {
  readonly files: number;
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly bytes: number;
  /** Files of an earlier build that somebody changed since: they stay. */
  readonly kept: readonly string[];
  /** Files that no earlier build had written so: the site's are there now, and copies of them in the trash. */
  readonly replaced: readonly string[];
}

/**
 * A file is removed only when the last build wrote it, this one did not, and its bytes are still the same; so a mistake in
 * the output's path costs nothing that was not ours. A file that already is what we would write counts as written by us:
 * else, after the list of the last build was lost, a page that was taken back would stay published for ever.
 */
export function createWriter(store: OutputStore): Writer {
  const before = store.readManifest();
  const now = new Map<string, string>();
  const replaced: string[] = [];
  let [written, bytes] = [0, 0];
  return {
    write(path, content) {
      if (!isSitePath(path)) throw new InternalError(`not a path of the site: ${path}`);
      const data = typeof content === 'string' ? Buffer.from(content) : content;
      const digest = digestOf(data);
      const own = now.get(path);
      if (own !== undefined && own !== digest) throw new InternalError(`two files of the site would be ${path}`);
      if (own !== undefined) return 'unchanged';
      now.set(path, digest);
      bytes += data.length;
      const outcome = store.stage(path, data, before);
      if (outcome !== 'unchanged') written++;
      if (outcome === 'replaced') replaced.push(path);
      return outcome;
    },
    soFar: () => ({ digests: now, count: written, replaced, bytes }),
    absorb(other) {
      for (const [path, digest] of other.digests) now.set(path, digest);
      written += other.count;
      replaced.push(...other.replaced);
      bytes += other.bytes;
    },
    abandon: () => store.discard(),
    finish({ remove } = { remove: true }) {
      store.publish(now.keys(), before);
      store.discard();
      const orphans = [...before].filter(([path]) => !now.has(path));
      const outcomes = remove ? orphans.map(([path, digest]) => ({ path, outcome: store.remove(path, digest) })) : [];
      store.saveManifest(remove ? now : new Map([...before, ...now]));
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
