/**
 * Ctrl-C, SIGTERM or SIGHUP. The program reports at once what it waits for; a second press ends it immediately, which the journal
 * survives.
 */
import { count } from '../diagnostics/count.ts';
import { UserError } from '../diagnostics/errors.ts';
import type { Context, Output } from './context.ts';
import { openRequests } from '../target/open-requests.ts';

/**
 * Aborted when the user stops the command. Create it before taking a lock: a process that is ended without one leaves its
 * lock behind, and everyone else waits until that expires.
 */
export function stopSignal({ untilStopped, stderr }: Context): AbortSignal {
  const stop = new AbortController();
  const onStop = (): void => {
    const requests = openRequests(stop.signal);
    sayLine(stderr, stopping(requests === 0 ? undefined : `${count(requests, 'request')} in progress`));
    // Shown if the command cannot end otherwise, such as while it still compares.
    stop.abort(new UserError('the run was stopped before it was finished', { suggestion: 'run the command again' }));
  };
  void untilStopped().then(onStop);
  return stop.signal;
}

/** Longer than most things take to end, and short enough not to look stuck. */
const A_MOMENT = 500;

/** Ends a long-running command when the user stops it, and prints what it waits for if that takes a moment. */
export async function untilStoppedThen<T>(
  { untilStopped, stderr }: Context,
  what: string,
  end: () => Promise<T>,
  say = (message: string): void => sayLine(stderr, message),
): Promise<T> {
  await untilStopped();
  const slow = setTimeout(() => say(stopping(what)), A_MOMENT);
  try {
    return await end();
  } finally {
    clearTimeout(slow);
  }
}

const stopping = (what: string | undefined): string =>
  `${what === undefined ? 'stopping' : `stopping: waiting for ${what}`}; press Ctrl-C again to stop at once`;

function sayLine(stderr: Output, message: string): void {
  // In a terminal the line may hold a progress bar.
  stderr.write(`${stderr.columns === undefined ? '' : '\n'}${message}\n`);
}
