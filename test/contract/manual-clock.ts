import type { Clock } from '../../src/service/options.ts';

export const seconds = (count: number): number => count * 1000;
export const hours = (count: number): number => seconds(count * 3600);

/** A clock that moves only when the test advances it. */
export class ManualClock implements Clock {
  #now = Date.parse('2027-06-18T12:00:00Z');

  readonly now = (): number => this.#now;

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
