import type { LockClock } from '../../src/state/file/lock.ts';

/** A clock that stands still until it is moved. */
export class ManualClock implements LockClock {
  #now = Date.parse('2027-06-18T12:00:00Z');
  readonly #tasks: { readonly every: number; readonly task: () => void; next: number }[] = [];

  readonly now = (): number => this.#now;

  readonly every = (milliseconds: number, task: () => void): (() => void) => {
    const entry = { every: milliseconds, task, next: this.#now + milliseconds };
    this.#tasks.push(entry);
    return () => void this.#tasks.splice(this.#tasks.indexOf(entry), 1);
  };

  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    while (this.#now < until) {
      this.#now = Math.min(until, ...this.#tasks.map(({ next }) => next));
      for (const entry of this.#tasks.filter(({ next }) => next <= this.#now)) {
        entry.next += entry.every;
        entry.task();
      }
    }
  }

  /** As when the machine sleeps: time passes and nothing is done. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
