/**
 * A job that is requested often. It runs soon after the first request, once for all requests made until then, and is
 * spaced out so that it uses at most a tenth of the time. One that fails only after a long time, because the database does
 * not answer, is not put off for as long.
 */
const LONGEST_PAUSE = 2000;

export class PacedJob {
  readonly #job: () => Promise<void>;
  readonly #soonMs: number;
  #timer: NodeJS.Timeout | undefined;
  #isRunning = false;
  #isAsked = false;
  #lastedMs = 0;

  constructor(job: () => Promise<void>, { soonMs }: { soonMs: number }) {
    this.#job = job;
    this.#soonMs = soonMs;
  }

  ask(): void {
    this.#isAsked = true;
    // Asked during a run, it runs again, because that run may have looked too early.
    if (!this.#isRunning) this.#schedule();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isAsked = false;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => void this.#run(),
      Math.max(this.#soonMs, Math.min(LONGEST_PAUSE, 9 * this.#lastedMs)),
    ).unref();
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isAsked = false;
    this.#isRunning = true;
    const started = performance.now();
    await this.#job().finally(() => {
      this.#lastedMs = performance.now() - started;
      this.#isRunning = false;
    });
    if (this.#isAsked) this.#schedule();
  }
}
