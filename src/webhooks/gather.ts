/**
 * Combines many calls into one task. A burst of calls runs the task once, after a quiet moment; calls during the task
 * run it once more afterwards. Never two at a time.
 */
interface Gatherer<T> {
  readonly add: (item: T) => void;
  /** Starts nothing more, and resolves when the running task has ended. */
  readonly stop: () => Promise<void>;
}

export interface Timers {
  /** Returns a function that cancels it. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

interface Gathering<T> {
  readonly task: (items: readonly T[]) => Promise<void>;
  /** Milliseconds without calls before the task starts. */
  readonly quiet: number;
  /** The longest time the first call of a burst waits, however long the burst lasts. */
  readonly longest: number;
  readonly timers?: Timers;
}

const systemTimers: Timers = {
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};

export function gather<T>({ task, quiet, longest, timers = systemTimers }: Gathering<T>): Gatherer<T> {
  let waiting: T[] = [];
  let running: Promise<void> | undefined;
  let isStopped = false;
  let cancelQuiet = (): void => {};
  let cancelLongest: (() => void) | undefined;

  const cancel = (): void => {
    cancelQuiet();
    cancelLongest?.();
    cancelLongest = undefined;
  };
  const begin = (): void => {
    cancel();
    const items = waiting;
    waiting = [];
    running = task(items).finally(() => {
      running = undefined;
      if (waiting.length > 0) schedule();
    });
  };
  const schedule = (): void => {
    if (isStopped || running) return;
    cancelQuiet();
    cancelQuiet = timers.after(quiet, begin);
    cancelLongest ??= timers.after(longest, begin);
  };
  return {
    add: (item) => {
      waiting.push(item);
      schedule();
    },
    stop: async () => {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
