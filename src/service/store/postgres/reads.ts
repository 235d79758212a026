/**
 * Reads of all requests together. What is asked in one turn of the event loop is sent as one batch, and what is asked
 * while all connections are busy as the next one: the busier the service, the more reads share a round trip.
 */
import type { Step } from './batch.ts';
import { Connections, resultOf, stepOf, type ConnectionOptions } from './connections.ts';
import { BatchFailure, failureOf } from './postgres-failures.ts';
import type { Query, Scope } from '../work.ts';

/** A slow read keeps those of its batch waiting, but not the others. */
const LANES = 4;
/** In one batch. */
const MOST = 64;

interface Read {
  readonly scope: Scope;
  readonly query: Query;
  readonly step: Step;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class Reads {
  readonly #connections: Connections;
  #waiting: Read[] = [];
  #busy = 0;
  #isScheduled = false;

  constructor(options: Omit<ConnectionOptions, 'most'>) {
    this.#connections = new Connections({ ...options, most: LANES });
  }

  ask(scope: Scope, query: Query): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ scope, query, step: stepOf(query), resolve, reject });
      this.#schedule();
    });
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#busy >= LANES || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#send(this.#waiting.splice(0, MOST).sort(byScope));
    });
  }

  async #send(reads: readonly Read[]): Promise<void> {
    this.#busy += 1;
    this.#schedule();
    try {
      const outcomes = await this.#connections.use((connection) => connection.send(reads));
      reads.forEach(({ query, resolve }, index) => resolve(resultOf(query, outcomes[index]!)));
    } catch (error) {
      this.#rejectFailed(reads, error);
    }
    this.#busy -= 1;
    this.#schedule();
  }

  /** One that is at fault itself is refused, and the others are asked again without it. */
  #rejectFailed(reads: readonly Read[], failure: unknown): void {
    const { index, error } = failure instanceof BatchFailure ? failure : { index: -1, error: failure };
    const isOfOne = index >= 0 && failureOf(error) !== 'disconnected';
    reads.forEach((read, place) => {
      if (isOfOne && place !== index) this.#waiting.push(read);
      else read.reject(error);
    });
  }
}

/** Those of a scope are next to each other, because a connection sees one at a time. */
const byScope = (a: Read, b: Read): number => {
  const [first, second] = [a, b].map(({ scope }) => (scope === 'everything' ? '' : scope.broadcast));
  return first! < second! ? -1 : first! > second! ? 1 : 0;
};
