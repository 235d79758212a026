/**
 * Ctrl-C, or a polite kill. The program answers at once, saying what it waits for; a second press ends it where it is, which
 * the journal survives.
 */
import type { Context, Output } from './context.ts';

/** What would have to end first, by the signal of its run. */
const underWay = new WeakMap<AbortSignal, () => string | undefined>();

/**
 * Aborted when the user asks a command to end. Ask for it before taking a lock: a process that is ended without one leaves
 * its lock behind, and everybody else waits until that has expired.
 */
export function stopSignal({ untilStopped, stderr }: Context): AbortController {
  const stop = new AbortController();
  const onStop = (): void => {
    if (!stop.signal.aborted) sayStopping(stderr, underWay.get(stop.signal)?.());
    stop.abort();
  };
  void untilStopped().then(onStop);
  return stop;
}

/** Names what a run waits for when it is asked to end; nothing where `what` gives undefined. */
export function waitsFor(signal: AbortSignal, what: () => string | undefined): void {
  underWay.set(signal, what);
}

/** Longer than most things take to end, and short enough for an answer. */
const A_MOMENT = 500;

/** For commands that run on: ends them when the user asks for it, and says what that waits for if it takes a moment. */
export async function untilStoppedThen<T>(
  { untilStopped, stderr }: Context,
  what: string,
  end: () => Promise<T>,
): Promise<T> {
  await untilStopped();
  const slow = setTimeout(() => sayStopping(stderr, what), A_MOMENT);
  try {
    return await end();
  } finally {
    clearTimeout(slow);
  }
}

function sayStopping(stderr: Output, what: string | undefined): void {
  // In a terminal there may be a bar on the line.
  const lineBreak = stderr.columns === undefined ? '' : '\n';
  const waiting = what === undefined ? 'stopping' : `stopping: waiting for ${what}`;
  stderr.write(`${lineBreak}${waiting}; press Ctrl-C again to stop at once\n`);
}
