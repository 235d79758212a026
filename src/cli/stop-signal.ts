/**
 * Ctrl-C, or a polite kill. The program answers at once, saying what it waits for; a second press ends it where it is, which
 * the journal survives.
 */
import { count } from '../diagnostics/count.ts';
import { requestsUnderWay } from '../project/target/under-way.ts';
import type { Context, Output } from './context.ts';

/**
 * Aborted when the user asks a command to end. Ask for it before taking a lock: a process that is ended without one leaves
 * its lock behind, and everybody else waits until that has expired.
 */
export function stopSignal({ untilStopped, stderr }: Context): AbortSignal {
  const stop = new AbortController();
  const onStop = (): void => {
    const requests = requestsUnderWay(stop.signal);
    sayStopping(stderr, requests === 0 ? undefined : `${count(requests, 'request')} under way`);
    stop.abort();
  };
  void untilStopped().then(onStop);
  return stop.signal;
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
