/**
 * The journal of a run with a shared state. As with any journal, each line is durable on this machine before the next
 * request. Before a plan's first request, everything that the plan will send is pushed, together with the run's results so
 * far, such as adopted objects. From then on, new lines are pushed every few seconds.
 */
import type { JournalFile } from '../file/journal-file.ts';
import type { LockClock } from '../file/lock.ts';
import type { Intent } from '../journal-line.ts';
import type { Journal } from '../store.ts';

const CHECKPOINT = 5000;

export interface GitJournalParts {
  readonly clock: LockClock;
  /** Prepares what the first line needs. */
  readonly open: () => Promise<JournalFile>;
  /** Pushes the lines that are durable here, and what is about to be sent. */
  readonly push: (planned?: readonly Intent[]) => Promise<void>;
  /** Throws once the lock is lost. */
  readonly assertFresh: () => Promise<void>;
}

export function gitJournal({ clock, open, push, assertFresh }: GitJournalParts): Omit<Journal, 'stateAfter'> {
  let file: Promise<JournalFile> | undefined;
  let announcement: (() => readonly Intent[]) | undefined;
  let announced = Promise.resolve();
  let pushing: Promise<void> | undefined;
  let hasNew = false;

  /** Nothing is sent before this push succeeds, so a failed push ends the run. */
  const pushAnnounced = (): Promise<void> => {
    const planned = announcement?.();
    announcement = undefined;
    return (announced = planned ? announced.then(() => push(planned)) : announced);
  };

  /** The next push makes up for a failed one; the lock itself reports whether it is lost. */
  const pushNew = (): void => {
    if (pushing || !hasNew) return;
    hasNew = false;
    pushing = push()
      .catch(() => void (hasNew = true))
      .finally(() => (pushing = undefined));
  };
  const stop = clock.every(CHECKPOINT, pushNew);

  return {
    announce: (planned) => void (announcement = planned),
    append: async (...lines) => {
      const opened = await (file ??= open());
      // Work that was done is recorded in any case. Nothing new starts without the lock.
      if (lines.some(({ type }) => type === 'intent')) {
        await pushAnnounced();
        await assertFresh();
      }
      await opened.append(...lines);
      hasNew = true;
    },
    close: async () => {
      stop();
      await pushing;
      await (await file?.catch(() => undefined))?.close();
    },
  };
}
