/**
 * The journal of a run whose state is shared. Each line is made safe on this machine before the next request, as with
 * any journal; every few seconds all that is new is pushed. Before the first creation the plan is pushed.
 */
import type { GitLock } from './git-lock.ts';
import type { JournalFile } from './journal.ts';
import type { JournalLine } from './journal-line.ts';
import type { LockClock } from './lock.ts';
import type { Journal } from './store.ts';

const CHECKPOINT = 5000;

export interface GitJournalParts {
  readonly file: JournalFile;
  readonly lock: GitLock;
  readonly clock: LockClock;
  /** Makes ready what the first line needs. */
  readonly begin: () => Promise<void>;
  /** Pushes what is about to be created. */
  readonly announce: () => Promise<void>;
  /** Pushes further lines; `total` of them are then in the shared state. */
  readonly checkpoint: (lines: readonly JournalLine[], total: number) => Promise<void>;
}

export class GitJournal implements Journal {
  readonly #parts: GitJournalParts;
  readonly #stop: () => void;
  readonly #lines: JournalLine[] = [];
  /** How many are safe on this machine, and how many in the shared state. */
  #safe = 0;
  #pushed = 0;
  #begun: Promise<void> | undefined;
  #announced: Promise<void> | undefined;
  #pushing: Promise<void> | undefined;

  constructor(parts: GitJournalParts) {
    this.#parts = parts;
    this.#stop = parts.clock.every(CHECKPOINT, () => void this.#push());
  }

  readonly append = async (...lines: readonly JournalLine[]): Promise<void> => {
    const { lock, file } = this.#parts;
    await (this.#begun ??= this.#parts.begin());
    // What was done is written down in any case. What was not begun is not begun without the lock.
    if (lines.some(({ type }) => type === 'intent')) {
      await (this.#announced ??= this.#parts.announce());
      await lock.assertFresh();
    }
    this.#lines.push(...lines);
    const upTo = this.#lines.length;
    await file.append(...lines);
    this.#safe = Math.max(this.#safe, upTo);
  };

  readonly close = async (): Promise<void> => {
    this.#stop();
    await this.#pushing;
    await this.#parts.file.close();
  };

  /** A push that fails is made up for by the next; whether the lock is lost is told by the lock. */
  #push(): Promise<void> {
    if (this.#pushing || this.#safe === this.#pushed) return Promise.resolve();
    const upTo = this.#safe;
    this.#pushing = this.#parts
      .checkpoint(this.#lines.slice(this.#pushed, upTo), upTo)
      .then(
        () => void (this.#pushed = upTo),
        () => undefined,
      )
      .finally(() => (this.#pushing = undefined));
    return this.#pushing;
  }
}
