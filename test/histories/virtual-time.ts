/**
 * Time that passes only when nothing else happens. A history waits for settle times, backoffs and heartbeats, none of
 * which should take real time or depend on how busy this machine is. `Date`, `setTimeout`, `setInterval` and
 * `timers/promises` therefore follow the clock of the life that calls them; outside of a life they are the real ones.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import promises from 'node:timers/promises';

interface Timer {
  readonly id: number;
  at: number;
  readonly every: number | undefined;
  readonly task: () => void;
  readonly owner: Timed | undefined;
}

/** The lives that sleep and read the time by this clock, as long as they are not dead. */
export interface Timed {
  readonly clock: VirtualClock;
  readonly dead: boolean;
}

export const lives = new AsyncLocalStorage<Timed>();

let ids = 0;

export class VirtualClock {
  #now = Date.parse('2027-03-01T08:00:00Z');
  readonly #timers = new Map<number, Timer>();

  readonly now = (): number => this.#now;

  /** `owner`: its timers are dropped when it dies. */
  set(task: () => void, milliseconds: number, { owner, every }: { owner?: Timed; every?: boolean } = {}): number {
    const delay = Math.max(0, Number(milliseconds) || 0);
    const timer = { id: ++ids, at: this.#now + delay, every: every ? Math.max(1, delay) : undefined, task, owner };
    this.#timers.set(timer.id, timer);
    return timer.id;
  }

  clear(id: number): void {
    this.#timers.delete(id);
  }

  again(id: number, milliseconds: number): void {
    const timer = this.#timers.get(id);
    if (timer) timer.at = this.#now + milliseconds;
  }

  /**
   * Advances to the next time at which something is due. Returns whether anything waits for one: a heartbeat does not.
   */
  jump(until = Infinity): boolean {
    const due = [...this.#timers.values()].filter(({ owner }) => !owner?.dead);
    if (due.every(({ every }) => every !== undefined)) return false;
    const next = due.reduce<Timer | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
    if (!next || next.at > until) return false;
    this.#now = Math.max(this.#now, next.at);
    if (next.every === undefined) this.#timers.delete(next.id);
    else next.at += next.every;
    next.task();
    return true;
  }

  /** Lets time pass with only the service running. */
  pass(milliseconds: number): void {
    const until = this.#now + milliseconds;
    while (this.jump(until));
    this.#now = until;
  }
}

const real = { Date, setTimeout, setInterval, clearTimeout, clearInterval, wait: promises.setTimeout };

class VirtualDate extends real.Date {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(VirtualDate.now());
    else super(...(given as [number]));
  }

  static override now(): number {
    return lives.getStore()?.clock.now() ?? real.Date.now();
  }
}

/** The result of `setTimeout`, as far as it is used. */
class Handle {
  readonly clock: VirtualClock;
  readonly id: number;
  readonly delay: number;

  constructor(clock: VirtualClock, id: number, delay: number) {
    this.clock = clock;
    this.id = id;
    this.delay = delay;
  }

  readonly ref = (): this => this;
  readonly unref = (): this => this;
  readonly hasRef = (): boolean => true;
  refresh(): this {
    this.clock.again(this.id, this.delay);
    return this;
  }
}

type Task = (...given: readonly unknown[]) => void;

const virtual =
  (original: (...given: never[]) => unknown, every: boolean) =>
  (task: Task, delay = 0, ...given: readonly unknown[]): unknown => {
    const owner = lives.getStore();
    if (!owner) return (original as unknown as Task)(task as never, delay as never, ...(given as never[]));
    const inLife = (): void => lives.run(owner, () => task(...given));
    return new Handle(owner.clock, owner.clock.set(inLife, delay, { owner, every }), delay);
  };

const clear =
  (original: (handle: never) => void) =>
  (handle: unknown): void => {
    if (handle instanceof Handle) handle.clock.clear(handle.id);
    else original(handle as never);
  };

function wait<T>(delay = 0, value?: T, options: { signal?: AbortSignal } = {}): Promise<T> {
  const owner = lives.getStore();
  if (!owner) return real.wait(delay, value, options) as Promise<T>;
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      owner.clock.clear(id);
      reject(Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), { name: 'AbortError' }));
    };
    const id = owner.clock.set(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve(value as T);
      },
      delay,
      { owner },
    );
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

Object.assign(globalThis, {
  Date: VirtualDate,
  setTimeout: virtual(real.setTimeout as never, false),
  setInterval: virtual(real.setInterval as never, true),
  clearTimeout: clear(real.clearTimeout as never),
  clearInterval: clear(real.clearInterval as never),
});
Object.assign(promises, { setTimeout: wait });
syncBuiltinESMExports();

/** A pause in real time, for callers that wait for this machine. */
export const pauseReally = (milliseconds: number): Promise<unknown> => real.wait(milliseconds);
