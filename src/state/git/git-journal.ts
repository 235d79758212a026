/**
 * The journal of a run with a shared state. As with any journal, each line is durable on this machine before the next
 * request. Every few seconds the new lines are pushed. Before a plan's first request, everything that the plan will
 * send is pushed, together with the run's results so far, such as adopted objects.
 */
import type { GitLock } from './git-lock.ts';
import type { JournalFile } from '../file/journal-file.ts';
import type { Intent, JournalLine } from '../journal-line.ts';
import type { LockClock } from '../file/lock.ts';
import type { Checkpoint } from './state-writer.ts';
import type { Journal, State } from '../store.ts';
import { append } from '../../values/long-lists.ts';

const CHECKPOINT = 5000;

export interface GitJournalParts {
  readonly file: JournalFile;
  readonly lock: GitLock;
  readonly clock: LockClock;
  /** Prepares what the first line needs. */
  readonly begin: () => Promise<void>;
  /** Pushes further lines and what is about to be sent. */
  readonly checkpoint: (made: Checkpoint) => Promise<void>;
  readonly load: () => Promise<State>;
}

export class GitJournal implements Journal {
  readonly #parts: GitJournalParts;
  readonly #stop: () => void;
  readonly #lines: JournalLine[] = [];
  /** The number of lines that are durable on this machine, and in the shared state. */
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
    // Work that was done is recorded in any case. Nothing new starts without the lock.
    if (lines.some(({ type }) => type === 'intent')) {
      if (this.#announcement) {
        const planned = this.#announcement();
        this.#announcement = undefined;
        this.#announced = this.#announced.then(() => this.#pushAnnounced(planned));
      }
      await this.#announced;
      await lock.assertFresh();
    }
    append(this.#lines, lines);
    const upTo = this.#lines.length;
    await file.append(...lines);
    this.#safe = Math.max(this.#safe, upTo);
  };

  readonly close = async (): Promise<void> => {
    this.#stop();
    await this.#pushing;
    await this.#parts.file.close();
  };

  /** Read again, because other runs may have pushed meanwhile. */
  readonly stateAfter = (): Promise<State> => this.#parts.load();

  /** Nothing is sent before this push succeeds, so a failed push ends the run. */
  async #pushAnnounced(planned: readonly Intent[]): Promise<void> {
    await this.#pushing;
    const pushing = this.#pushUpTo(this.#safe, planned);
    this.#pushing = pushing.catch(() => undefined);
    await pushing;
    this.#pushing = undefined;
  }

  /** The next push makes up for a failed one; the lock itself reports whether it is lost. */
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
