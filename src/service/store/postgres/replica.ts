/**
 * A streaming replica, for reads that may be a little old. How old it is follows from positions in the log of the primary:
 * if the replica has applied everything up to where the primary was at a moment, it shows at least what was committed then.
 * No clock is compared, and an idle primary does not look like a replica that is behind.
 */
import { within } from '../../../values/within.ts';
import type { ConnectionCounts, Scope } from '../engine.ts';
import type { Query } from '../work.ts';
import type { Reads } from './reads.ts';

/** A look costs two short queries, so it is not taken for every read. */
const LOOK_AFTER_MS = 250;
/** The primary can answer as well, so nobody waits for long. */
const PATIENCE_MS = 5000;

interface Position {
  readonly at: number;
  readonly applied: number;
}

export interface ReplicaParts {
  readonly primary: Reads;
  readonly reads: Reads;
  readonly onFailure: (message: string) => void;
}

export class Replica {
  readonly #parts: ReplicaParts;
  /** Where the primary was, oldest first, since the moment that the replica is known to show. */
  #positions: Position[] = [];
  /** The replica shows at least what was committed at this moment. */
  #shows: number | undefined;
  #looked = -Infinity;
  /** Reads do not wait until it works again. */
  #isFailing = false;
  #looking: Promise<void> | undefined;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
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
    const asked = this.#parts.reads.ask(scope, query).then((result) => ({ result }));
    const answer = await within(PATIENCE_MS, asked);
    if (answer) return answer.result;
    throw new Error(`it did not answer within ${PATIENCE_MS / 1000} s`);
  }

  counts(): Omit<ConnectionCounts, 'pool'> {
    return this.#parts.reads.counts();
  }

  /** A read failed: it is looked at again before the next one. */
  distrust(error: unknown): void {
    if (!this.#isFailing)
      this.#parts.onFailure(`the replica cannot be used: ${(error as Error).message}; lists are read from the primary`);
    this.#isFailing = true;
    this.#shows = undefined;
    this.#positions = [];
  }

  close(): Promise<void> {
    return this.#parts.reads.close();
  }

  async #look(): Promise<void> {
    const { primary } = this.#parts;
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
      // What is known of a replica that is far behind stays small.
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
