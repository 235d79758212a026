/** What answers let us know beside what was asked, each told once. */
import { headerOf, httpDate, type AnswerHeaders } from './http/headers.ts';

export type Notice =
  /** The service says that what we use will end. */
  | { readonly type: 'deprecated'; readonly path: string; readonly sunset?: string; readonly message: string }
  /** Our clock and theirs differ by more than networks explain. Positive: ours is behind. */
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
    const until = sunset === undefined ? '' : `, until ${sunset}`;
    const message = `the service says that ${path} will not be offered for long${until}`;
    this.#tell({ type: 'deprecated', path, message, ...(sunset !== undefined && { sunset }) });
  }

  #compareClocks(theirs: number | undefined): void {
    if (theirs === undefined) return;
    this.#skew = theirs - this.#now();
    const message = clockProblem(this.#skew);
    if (message !== undefined) this.#tell({ type: 'clock-skew', milliseconds: this.#skew, message });
  }
}

/** A sentence about clocks that differ, or nothing while they agree well enough. */
export function clockProblem(skew: number): string | undefined {
  if (Math.abs(skew) <= TOLERATED_SKEW) return undefined;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  const direction = skew > 0 ? 'behind' : 'ahead of';
  return `the clock of this machine is ${minutes} minutes ${direction} that of the service: set it right, since times of changes are compared`;
}
