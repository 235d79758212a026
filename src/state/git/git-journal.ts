/**
 * The journal of a run whose state is shared. Each line is made safe on this machine before the next request, as with
 * any journal; every few seconds all that is new is pushed. Before the first request of a plan everything that the plan
 * sends is pushed, along with what the run knows by then: what it has taken over above all.
 */
import type { GitLock } from './git-lock.ts';
import type { JournalFile } from '../file/journal-file.ts';
import type { Intent, JournalLine } from '../journal-line.ts';
import type { LockClock } from '../file/lock.ts';
import type { Journal } from '../store.ts';

const CHECKPOINT = 5000;

export interface GitJournalParts {
  readonly file: JournalFile;
  readonly lock: GitLock;
  readonly clock: LockClock;
  /** Makes ready what the first line needs. */
  readonly begin: () => Promise<void>;
  /** Pushes further lines, and what is about to be sent; `total` lines are then in the shared state. */
  readonly checkpoint: (pushed: Pushed) => Promise<void>;
}

interface Pushed {
  readonly lines: readonly JournalLine[];
  readonly total: number;
  readonly planned?: readonly Intent[];
}

export class GitJournal implements Journal {
  readonly #parts: GitJournalParts;
  readonly #stop: () => void;
  readonly #lines: JournalLine[] = [];
  /** How many are safe on this machine, and how many in the shared state. */
  #safe = 0;
  #pushed = 0;
  #begun: Promise<void> | undefined;
  #announcement: (() => readonly Intent[]) | undefined;
  #announced: Promise<void> = Promise.resolve();
  #pushing: Promise<void> | undefined;

  constructor(parts: GitJournalParts) {
    this.#parts = parts;
    this.#stop = parts.clock.every(CHECKPOINT, () => void this.#push());
  }

  readonly announce = (planned: () => readonly Intent[]): void => {
    this.#announcement = planned;
  };

  readonly append = async (...lines: readonly JournalLine[]): Promise<void> => {
    const { lock, file } = this.#parts;
    await (this.#begun ??= this.#parts.begin());
    // What was done is written down in any case. What was not begun is not begun without the lock.
    if (lines.some(({ type }) => type === 'intent')) {
      if (this.#announcement) {
        const planned = this.#announcement();
        this.#announcement = undefined;
        this.#announced = this.#announced.then(() => this.#pushAnnounced(planned));
      }
      await this.#announced;
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

  /** Nothing is sent before this push was made, so one that fails ends the run. */
  async #pushAnnounced(planned: readonly Intent[]): Promise<void> {
    await this.#pushing;
    const pushing = this.#pushUpTo(this.#safe, planned);
    this.#pushing = pushing.catch(() => undefined);
    await pushing;
    this.#pushing = undefined;
  }

  /** A push that fails is made up for by the next; whether the lock is lost is told by the lock. */
  #push(): Promise<void> {
    if (this.#pushing || this.#safe === this.#pushed) return Promise.resolve();
    this.#pushing = this.#pushUpTo(this.#safe)
      .catch(() => undefined)
      .finally(() => (this.#pushing = undefined));
    return this.#pushing;
  }

  async #pushUpTo(total: number, planned?: readonly Intent[]): Promise<void> {
    const lines = this.#lines.slice(this.#pushed, total);
    await this.#parts.checkpoint({ lines, total, ...(planned && { planned }) });
    this.#pushed = total;
  }
}
