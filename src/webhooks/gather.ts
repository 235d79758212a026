/**
 * Makes one task of many calls: what comes in a burst is done once, after a moment of quiet; what comes while the task is
 * under way is done once more after it. Never two at a time.
 */
export interface Gatherer<T> {
  readonly add: (item: T) => void;
  /** Begins nothing more, and resolves once what is under way has ended. */
  readonly stop: () => Promise<void>;
}

export interface Timers {
  /** Gives what cancels it. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

export interface Gathering<T> {
  readonly task: (items: readonly T[]) => Promise<void>;
  /** How long nothing must come before the task begins. */
  readonly quiet: number;
  /** How long the first of a burst waits at most, however long it goes on. */
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
