/** A place for archives that several machines use. Nothing in it ever changes: archives are added and removed. */

export interface ArchiveStore {
  /** The names of all archives. */
  readonly list: (deadline: Deadline) => Promise<readonly string[]>;
  /** Calls `use` with each of them that is still there. */
  readonly read: (names: readonly string[], deadline: Deadline, use: UseArchive) => Promise<void>;
  /** Adds an archive as a whole, or not at all. */
  readonly add: (name: string, bytes: Uint8Array, deadline: Deadline) => Promise<void>;
  /** One that is already gone is no failure. */
  readonly remove: (names: readonly string[], deadline: Deadline) => Promise<void>;
  readonly close: () => Promise<void>;
}

type UseArchive = (name: string, bytes: Uint8Array) => void;

/** Larger ones are not gitcast's. */
export const MOST_ARCHIVE_BYTES = 64 * 1024 * 1024;

export interface Deadline {
  /** Milliseconds. */
  readonly left: () => number;
}

/** Runs work with a store for so many milliseconds. */
export type Within = <T>(milliseconds: number, work: (deadline: Deadline) => Promise<T>) => Promise<T>;

/** A store that does not answer must not hold up the build: then `stop` ends its requests, and their outcome is ignored. */
export const withinLimits =
  (stop: AbortController): Within =>
  async (milliseconds, work) => {
    const end = Date.now() + milliseconds;
    const tooLate = new Promise<never>((_, reject) =>
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true }),
    );
    const timer = setTimeout(
      () => stop.abort(new Error(`it did not answer within ${Math.ceil(milliseconds / 1000)} s`)),
      milliseconds,
    );
    const working = work({ left: () => Math.max(1, end - Date.now()) });
    for (const each of [working, tooLate]) each.catch(() => {});
    try {
      stop.signal.throwIfAborted();
      return await Promise.race([working, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
