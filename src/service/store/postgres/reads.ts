/**
 * Reads of all requests together. What is asked in one turn of the event loop is sent as one batch, and what is asked
 * while all connections are busy as the next one: the busier the service, the more reads share a round trip.
 */
import type { Step } from './batch.ts';
import { Connections, resultOf, stepOf, type ConnectionOptions } from './connections.ts';
import { BatchFailure, failureOf } from './postgres-failures.ts';
import type { ConnectionCounts, Query, Scope } from '../work.ts';
import { within } from '../../../values/within.ts';

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

  counts(): Omit<ConnectionCounts, 'pool'> {
    return { ...this.#connections.counts(), waiting: this.#waiting.length };
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

/** A look costs two short queries, so it is not taken for every read. */
const LOOK_AFTER_MS = 250;
/** The primary can answer as well, so nobody waits for long. */
const PATIENCE_MS = 5000;

interface Position {
  readonly at: number;
  readonly applied: number;
}

interface ReplicaOptions {
  readonly primary: Reads;
  readonly reads: Reads;
  readonly onFailure: (message: string) => void;
}

/**
 * A streaming replica, for reads that may be a little old. How old it is follows from positions in the log of the primary:
 * if the replica has applied everything up to where the primary was at a moment, it shows at least what was committed then.
 * No clock is compared, and an idle primary does not look like a replica that is behind.
 */
export class Replica {
  readonly #options: ReplicaOptions;
  /** Where the primary was, oldest first, since the moment that the replica is known to show. */
  #positions: Position[] = [];
  /** The replica shows at least what was committed at this moment. */
  #shows: number | undefined;
  #looked = -Infinity;
  /** Reads do not wait until it works again. */
  #isFailing = false;
  #looking: Promise<void> | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /** True if what it shows is at most this old. */
  async isWithin(seconds: number): Promise<boolean> {
    const isFresh = (): boolean => this.#shows !== undefined && performance.now() - this.#shows <= seconds * 1000;
    if (performance.now() - this.#looked > LOOK_AFTER_MS)
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    if (!isFresh() && !this.#isFailing) await this.#looking;
    return isFresh();
  }

  /** Rejects if it takes long, even if it still answers. */
  async ask(scope: Scope, query: Query): Promise<unknown> {
    const asked = this.#options.reads.ask(scope, query).then((result) => ({ result }));
    const answer = await within(PATIENCE_MS, asked);
    if (answer) return answer.result;
    throw new Error(`it did not answer within ${PATIENCE_MS / 1000} s`);
  }

  counts(): Omit<ConnectionCounts, 'pool'> {
    return this.#options.reads.counts();
  }

  /** A read failed: it is looked at again before the next one. */
  distrust(error: unknown): void {
    if (!this.#isFailing)
      this.#options.onFailure(
        `the replica cannot be used: ${(error as Error).message}; lists are read from the primary`,
      );
    this.#isFailing = true;
    this.#shows = undefined;
    this.#positions = [];
  }

  close(): Promise<void> {
    return this.#options.reads.close();
  }

  async #look(): Promise<void> {
    const { primary } = this.#options;
    this.#looked = performance.now();
    try {
      const at = performance.now();
      const there = await first<Primary>(primary, PRIMARY);
      this.#positions.push({ at, applied: there.position });
      const here = await first<Standby>(this, STANDBY);
      if (!here.isReplica || here.id !== there.id) throw new Error('it is not a replica of the database');
      this.#isFailing = false;
      while (this.#positions[0] && this.#positions[0].applied <= here.applied)
        this.#shows = this.#positions.shift()!.at;
      // The memory of a replica that is far behind stays small.
      if (this.#positions.length > 1000) this.#positions.splice(1, 500);
    } catch (error) {
      this.distrust(error);
    }
  }
}

interface Primary {
  readonly position: number;
  readonly id: string;
}

interface Standby {
  readonly isReplica: boolean;
  readonly applied: number;
  readonly id: string;
}

const BYTES = (position: string): string => `CAST(${position} - '0/0' AS BIGINT)`;
const ID = "(SELECT value FROM meta WHERE name = 'id') AS id";
const PRIMARY = `SELECT ${BYTES('pg_current_wal_flush_lsn()')} AS position, ${ID}`;
const STANDBY = `SELECT pg_is_in_recovery() AS "isReplica", ${BYTES('pg_last_wal_replay_lsn()')} AS applied, ${ID}`;

const first = async <T>(reads: Pick<Reads, 'ask'>, sql: string): Promise<T> =>
  (await reads.ask('everything', { wants: 'row', sql, values: [] })) as T;
