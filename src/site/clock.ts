/**
 * The one place where the site asks what time it is. Whoever compares an instant with "now" thereby says when the answer
 * will be another, so the build knows when its output would next change without anyone having to remember it.
 */
export interface Clock {
  readonly now: number;
  hasCome(instant: number): boolean;
  /** The earliest instant that an answer so far depends on and that has not come yet. */
  readonly nextChange: number | undefined;
}

export function clockAt(now: number): Clock {
  let next = Infinity;
  return {
    now,
    hasCome(instant) {
      if (instant <= now) return true;
      next = Math.min(next, instant);
      return false;
    },
    get nextChange() {
      return Number.isFinite(next) ? next : undefined;
    },
  };
}
