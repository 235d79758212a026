/**
 * The only way for the site to compare an instant with the current time. Each comparison also records when its result
 * will change, so the build knows when its output would next change.
 */
export interface Clock {
  readonly now: number;
  hasCome(instant: number): boolean;
  /** How many whole units of so many milliseconds are left until then. */
  unitsUntil(instant: number, length: number): number;
  /** The earliest future instant that was compared with the current time so far. */
  readonly nextChange: number | undefined;
}

/** One millisecond later, fewer than so many whole units are left. */
export const unitEnd = (instant: number, length: number, units: number): number => instant - units * length + 1;

export function clockAt(now: number): Clock {
  let next = Infinity;
  return {
    now,
    hasCome(instant) {
      if (instant <= now) return true;
      next = Math.min(next, instant);
      return false;
    },
    unitsUntil(instant, length) {
      const units = Math.floor((instant - now) / length);
      this.hasCome(unitEnd(instant, length, units));
      return units;
    },
    get nextChange() {
      return Number.isFinite(next) ? next : undefined;
    },
  };
}
