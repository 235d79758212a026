/**
 * The only way for the site to compare an instant with the current time. Each comparison also records when its result
 * will change, so the build knows when its output would next change.
 */
export interface Clock {
  readonly now: number;
  hasCome(instant: number): boolean;
  /** The earliest future instant that was compared with the current time so far. */
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
