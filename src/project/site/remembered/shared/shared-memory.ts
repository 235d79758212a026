/**
 * What builds remember, shared between machines. A build that finds too little on its own machine looks into the store
 * once, and a build that rendered enough adds it. Everything here may fail or be lost with no other effect than a slower
 * build and a sentence about it.
 */
import type { Config } from '../../../../config/config.ts';
import { count } from '../../../../diagnostics/count.ts';
import { reasonOfDisk } from '../../../../machine/disk-failure.ts';
import type { CacheFile } from '../../../../render/remember/cache-file.ts';
import { LIMITS, type Access, type Limits } from './access.ts';
import { withinLimits } from './archive-store.ts';
import { fetchArchives } from './fetch-archives.ts';
import { knownArchives } from './known-archives.ts';
import { openStore, secretOf, whereOf } from './open-store.ts';
import { sendArchives } from './send-archives.ts';
import type { SharedMode } from './shared-mode.ts';

export interface SharedMemory {
  /** Brings what other machines have rendered. True if something new came. `wanted`: how many files would be rendered. */
  readonly fetch: (wanted: number) => Promise<boolean>;
  /** The blocks of this machine, in a form that notices damage. */
  readonly store: CacheFile;
  /** Adds what this build has rendered. */
  readonly send: () => Promise<void>;
  /** What went wrong, in words. */
  readonly notes: () => readonly string[];
  readonly close: () => Promise<void>;
}

interface Sharing {
  readonly config: Config;
  readonly cache: CacheFile;
  readonly scope: string;
  readonly mode: Exclude<SharedMode, 'off'>;
  readonly cwd: string;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Limits | undefined;
}

/** A shorter key could be found by trying. */
const SHORTEST_KEY = 16;

export function openShared({ config, cache, scope, mode, cwd, now, signal, limits = LIMITS }: Sharing): SharedMemory {
  const { store: place, signingKey } = config.cache!;
  const where = whereOf(place);
  const since = cache.latest();
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const known = knownArchives(cache, JSON.stringify([place, scope]));
  const notes: string[] = [];
  const damaged = new Set<string>();
  const dropped = new Set<string>();
  const received = new Set<string>();
  let access: Promise<Access> | undefined;
  let isUsable = true;

  const open = async (): Promise<Access> => {
    const key = signingKey && keyOf(config, signingKey);
    const store = await openStore(config, place, { cwd, signal: stop.signal });
    return { store, within: withinLimits(stop), key, cache, scope, known, limits };
  };
  /** After a failure, the store is left alone. */
  const attempt = async (what: 'used' | 'updated', work: (access: Access) => Promise<void>): Promise<void> => {
    if (!isUsable) return;
    try {
      await work(await (access ??= open()));
    } catch (error) {
      isUsable = false;
      notes.push(`the shared cache (${where}) was not ${what}: ${reasonOf(error)}`);
    }
  };

  return {
    fetch: async (wanted) => {
      if (wanted < limits.few) return false;
      await attempt('used', async (opened) => {
        const fetched = await fetchArchives(opened, { files: wanted, onBlock: (name) => void received.add(name) });
        for (const name of fetched.damaged) damaged.add(name);
        const ignored = (number: number, fault: string): void => {
          if (number > 0) notes.push(`ignored ${count(number, 'archive')} of the shared cache (${where}): ${fault}`);
        };
        ignored(fetched.damaged.length, 'its content does not match its digest');
        ignored(fetched.unproven, `not signed with the key in ${signingKey?.$env}`);
      });
      return received.size > 0;
    },
    store: {
      ...cache,
      drop: (name) => {
        dropped.add(name);
        // The texts of an older one may have been damaged on this machine.
        if (received.has(name)) for (const archive of known.with(name)) damaged.add(archive);
        cache.drop(name);
      },
    },
    send: async () => {
      if (mode === 'write') await attempt('updated', (opened) => sendArchives(opened, { since, damaged, now: now() }));
    },
    notes: () => [
      ...notes,
      ...(dropped.size === 0
        ? []
        : [`rendered again what ${count(dropped.size, 'damaged block')} of the cache contained`]),
    ],
    close: async () => {
      signal?.removeEventListener('abort', abort);
      const opened = await access?.catch(() => undefined);
      if (!stop.signal.aborted) await opened?.store.close();
    },
  };
}

function keyOf(config: Config, name: { readonly $env: string }): string {
  const key = secretOf(config, name);
  if (key.length < SHORTEST_KEY) throw new Error(`the key in ${name.$env} is shorter than ${SHORTEST_KEY} characters`);
  return key;
}

/** On one line and without control characters, because it may come from another machine. */
const reasonOf = (error: unknown): string =>
  (reasonOfDisk(error) ?? (error instanceof Error ? error.message : String(error)))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 300);
