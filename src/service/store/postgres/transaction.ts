/** A transaction. Its beginning travels with its first query, which saves a round trip. */
import { InternalError } from '../../../diagnostics/errors.ts';
import { unavailable } from '../../http/problem.ts';
import type { Query, Scope } from '../work.ts';
import { type Outcome } from './batch.ts';
import { BatchFailure } from './postgres-failures.ts';
import { command, resultOf, stepOf, type Asked, type Connection } from './connections.ts';
import { failureOf } from './postgres-failures.ts';

const BEGIN = command('BEGIN');
const COMMIT = command('COMMIT');
const ROLLBACK = command('ROLLBACK');

export class Transaction {
  readonly #connection: Connection;
  readonly #scope: Scope;
  /** The statements that are sent with the next query, the beginning first. */
  #waiting: Asked[] = [BEGIN];
  #hasBegun = false;
  #isScoped = false;

  constructor(connection: Connection, scope: Scope) {
    this.#connection = connection;
    this.#scope = scope;
  }

  async perform(query: Query): Promise<unknown> {
    const step = stepOf(query);
    if (query.isWhole) return resultOf(query, (await this.#send([{ scope: this.#scope, step }]))[0]!);
    // Set once: after a query that failed, nothing can be set until the work goes back to its savepoint.
    this.#waiting.push(this.#isScoped ? { step } : { scope: this.#scope, step });
    this.#isScoped = true;
    if (query.isLater) return 0;
    return resultOf(query, (await this.#sendWaiting()).at(-1)!);
  }

  async commit(): Promise<void> {
    if (!this.#isScoped) return;
    const done = await this.#confirmed();
    // The server answers otherwise, without an error, if work went on after a query that failed.
    if (done === 'COMMIT') return;
    this.#connection.forgetScope();
    throw new InternalError('the change was rolled back');
  }

  async rollback(): Promise<void> {
    if (!this.#hasBegun) return;
    await this.#send([ROLLBACK]);
    this.#connection.forgetScope();
  }

  /** Without an answer, nobody knows whether it was committed. Doing it again could do it twice. */
  async #confirmed(): Promise<string> {
    try {
      this.#waiting.push(COMMIT);
      return (await this.#sendWaiting()).at(-1)!.command;
    } catch (error) {
      throw failureOf(error) === 'disconnected' ? unavailable('the database did not confirm the change', error) : error;
    }
  }

  #sendWaiting(): Promise<readonly Outcome[]> {
    const asked = this.#waiting;
    this.#waiting = [];
    this.#hasBegun = true;
    return this.#send(asked);
  }

  async #send(asked: readonly Asked[]): Promise<readonly Outcome[]> {
    try {
      return await this.#connection.send(asked);
    } catch (failure) {
      throw failure instanceof BatchFailure ? failure.error : failure;
    }
  }
}
