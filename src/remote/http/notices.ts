/** Notices found in answers, each reported once. */
import { headerOf, httpDate, type AnswerHeaders } from './exchange.ts';

export type Notice =
  /** The service announces that something we use will be removed. */
  | { readonly type: 'deprecated'; readonly path: string; readonly sunset?: string; readonly message: string }
  /** Our clock and the service's differ by more than network delay. Positive: ours is behind. */
  | { readonly type: 'clock-skew'; readonly milliseconds: number; readonly message: string };

const TOLERATED_SKEW = 5 * 60_000;

export class Notices {
  readonly #now: () => number;
  readonly #tell: (notice: Notice) => void;
  #skew: number | undefined;
  #saidDeprecated = false;

  constructor(now: () => number, tell: (notice: Notice) => void) {
    this.#now = now;
    this.#tell = tell;
  }

  /** How far the service's clock is ahead of ours, once an answer had a date. */
  get clockSkew(): number | undefined {
    return this.#skew;
  }

  observe(path: string, headers: AnswerHeaders): void {
    if (this.#skew === undefined) this.#compareClocks(httpDate(headerOf(headers, 'date')));
    const [deprecation, sunset] = [headerOf(headers, 'deprecation'), headerOf(headers, 'sunset')];
    if (this.#saidDeprecated || (deprecation ?? sunset) === undefined) return;
    this.#saidDeprecated = true;
    const when = sunset === undefined ? '' : ` on ${sunset}`;
    const message = `the service has deprecated ${path} and will remove it${when}`;
    this.#tell({ type: 'deprecated', path, message, ...(sunset !== undefined && { sunset }) });
  }

  #compareClocks(theirs: number | undefined): void {
    if (theirs === undefined) return;
    this.#skew = theirs - this.#now();
    const message = clockProblem(this.#skew);
    if (message !== undefined) this.#tell({ type: 'clock-skew', milliseconds: this.#skew, message });
  }
}

/** A message about clocks that differ, or undefined if they agree closely enough. */
export function clockProblem(skew: number): string | undefined {
  if (Math.abs(skew) <= TOLERATED_SKEW) return undefined;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  const direction = skew > 0 ? 'behind' : 'ahead of';
  return `this machine's clock is ${minutes} minutes ${direction} the service's: correct it, because gitcast compares times of changes`;
}
