/**
 * A job that is requested often. It runs soon after the first request, once for all requests made until then, and is
 * spaced out so that it uses at most a tenth of the time, however long a run takes.
 */
export class PacedJob {
  readonly #job: () => void;
  readonly #soonMs: number;
  #timer: NodeJS.Timeout | undefined;
  #lastedMs = 0;

  constructor(job: () => void, { soonMs }: { soonMs: number }) {
    this.#job = job;
    this.#soonMs = soonMs;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => this.#run(), Math.max(this.#soonMs, 9 * this.#lastedMs)).unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(): void {
    this.#timer = undefined;
    const started = performance.now();
    this.#job();
    this.#lastedMs = performance.now() - started;
  }
}
