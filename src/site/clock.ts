/**
 * The one place where the site asks what time it is. Whoever compares an instant with "now" thereby says when the answer
 * will be another, so the build knows when its output would next change without anyone having to remember it.
 */
export class Clock {
  readonly now: number;
  #next = Infinity;

  constructor(now: number) {
    this.now = now;
  }

  hasCome(instant: number): boolean {
    if (instant <= this.now) return true;
    this.#next = Math.min(this.#next, instant);
    return false;
  }

  /** The earliest instant that an answer so far depends on and that has not come yet. */
  get nextChange(): number | undefined {
    return Number.isFinite(this.#next) ? this.#next : undefined;
  }
}
