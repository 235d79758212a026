/** One connection while it is lent. It sees the rows of one scope at a time, and remembers which. */
import type pg from 'pg';
import { Problem } from '../../http/problem.ts';
import type { Scope } from '../engine.ts';
import type { Query, Value } from '../work.ts';
import { BatchFailure, send, type Outcome, type Prepared, type Step } from './batch.ts';
import { statementOf } from './statement.ts';

/** A statement to run, and the rows that it may see. Without a scope it touches none. */
export interface Asked {
  readonly scope?: Scope;
  readonly step: Step;
}

/** What the server knows of a connection. */
export interface Session {
  /** Undefined if it may have been undone. */
  scope: string | undefined;
  readonly prepared: Prepared;
}

const SET_SCOPE = statementOf("SELECT set_config('gitcast.broadcast', ?, false)");

export class Connection {
  readonly #client: pg.ClientBase;
  readonly #session: Session;

  constructor(client: pg.ClientBase, session: Session) {
    this.#client = client;
    this.#session = session;
  }

  /**
   * Rejects with a BatchFailure that names the statement which failed, if it was one of these. No result is seen of a
   * statement whose scope could not be set, because a failure ends the batch.
   */
  async send(asked: readonly Asked[]): Promise<readonly Outcome[]> {
    const steps: Step[] = [];
    const places: number[] = [];
    let now = this.#session.scope;
    asked.forEach(({ scope, step }, index) => {
      const wanted = scope === undefined ? now : nameOf(scope);
      if (wanted !== undefined && wanted !== now) {
        places.push(-1);
        steps.push({ statement: SET_SCOPE, values: [(now = wanted)] });
      }
      places.push(index);
      steps.push(step);
    });
    this.#session.scope = undefined;
    try {
      const outcomes = await send(this.#client, this.#session.prepared, steps);
      this.#session.scope = now;
      return steps.length === asked.length ? outcomes : outcomes.filter((_, place) => places[place] !== -1);
    } catch (failure) {
      const { index, error } = failure as BatchFailure;
      throw new BatchFailure(places[index] ?? -1, error);
    }
  }

  /** To be called when a transaction is undone: a scope that was set in it is, too. */
  forgetScope(): void {
    this.#session.scope = undefined;
  }
}

/** Without a name, a statement would see the rows of the scope before it. */
function nameOf(scope: Scope): string {
  const name = scope === 'everything' ? '*' : scope.broadcast;
  if (typeof name !== 'string' || name === '') throw new Error('a scope without a broadcast');
  return name;
}

export const stepOf = ({ sql, values, wants }: Query): Step => ({
  statement: statementOf(sql),
  values: values.map((value) => storable(value, wants)),
});

/** A statement without values. */
export const command = (sql: string): Asked => ({ step: { statement: statementOf(sql), values: [] } });

export function resultOf({ wants }: Query, { rows, changes }: Outcome): unknown {
  if (wants === 'row') return rows[0];
  return wants === 'rows' ? rows : changes;
}

/**
 * PostgreSQL has no text with the character U+0000. Nothing that is stored can equal such a text, so a query may look for
 * any other one that is not stored either.
 */
function storable(value: Value, wants: Query['wants']): Value {
  if (typeof value !== 'string' || !value.includes('\0')) return value;
  if (wants === 'changes') throw new Problem(400, 'invalid', 'text with the character U+0000 cannot be stored');
  return value.replaceAll('\0', '\uFFFD');
}
