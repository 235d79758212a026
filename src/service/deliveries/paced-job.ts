/**
 * A job that is requested often. It runs soon after the first request, once for all requests made until then, and is
 * spaced out so that it uses at most a tenth of the time. One that fails only after a long time, because the database does
 * not answer, is not put off for as long.
 */
interface PacedJob {
  /** Asked during a run, it runs again, because that run may have looked too early. */
  readonly ask: () => void;
  readonly cancel: () => void;
}

const LONGEST_PAUSE = 2000;

export function pacedJob(job: () => Promise<void>, { soonMs }: { readonly soonMs: number }): PacedJob {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isAsked = false;
  let lastedMs = 0;
  const schedule = (): void => {
    timer ??= setTimeout(() => void run(), Math.max(soonMs, Math.min(LONGEST_PAUSE, 9 * lastedMs))).unref();
  };
  const run = async (): Promise<void> => {
    timer = undefined;
    isAsked = false;
    isRunning = true;
    const started = performance.now();
    await job().finally(() => {
      lastedMs = performance.now() - started;
      isRunning = false;
    });
    if (isAsked) schedule();
  };
  return {
    ask: () => {
      isAsked = true;
      if (!isRunning) schedule();
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
      isAsked = false;
    },
  };
}
