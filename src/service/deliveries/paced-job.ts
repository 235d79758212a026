/**
 * A job that is asked for often: it runs soon after the first asking, once for all askings until then, and so seldom that
 * it takes at most a tenth of the time, however long it has become.
 */
export class Leisurely {
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
