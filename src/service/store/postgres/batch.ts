/**
 * Statements that are sent together and answered together: one round trip, however many there are. Without a transaction
 * of their own they are one by themselves, so the first that fails undoes the others.
 */
import pg from 'pg';
import { onceEach } from '../../../values/once-each.ts';
import type { Value } from '../work.ts';
import { BatchFailure } from './postgres-failures.ts';

/** SQL as PostgreSQL reads it: numbered places, and the locks that are comments to others (../work.ts). */
export function toPostgres(sql: string): string {
  let number = 0;
  return sql.replaceAll(/\/\*|\*\//g, '').replaceAll('?', () => `$${(number += 1)}`);
}

/** A server parses and plans a statement with a name once for each connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

let statements = 0;

export const statementOf = onceEach((sql: string): Statement => ({ name: `q${statements++}`, text: toPostgres(sql) }));

export interface Step {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

export interface Outcome {
  readonly rows: Row[];
  readonly changes: number;
  /** The command tag, in which the server reports what it did. */
  readonly command: string;
}

type Row = Record<string, unknown>;
type Parse = (text: string) => unknown;

/** How to read the rows of a statement. */
interface Columns {
  readonly names: readonly string[];
  /** Undefined for text. */
  readonly parsers: readonly (Parse | undefined)[];
}

/** The statements that a connection knows, by name. */
export type Prepared = Map<string, Columns>;

/** Rejects with a BatchFailure. */
export function send(client: pg.ClientBase, prepared: Prepared, steps: readonly Step[]): Promise<readonly Outcome[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch({ steps, prepared, resolve, reject }));
  });
}

interface PendingBatch {
  readonly steps: readonly Step[];
  readonly prepared: Prepared;
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (failure: BatchFailure) => void;
}

/** A submittable, as `pg` calls it: it writes its own messages, and gets the answers. */
class Batch implements pg.Submittable {
  readonly #pending: PendingBatch;
  readonly #outcomes: Outcome[] = [];
  readonly #parsed = new Set<string>();
  #rows: Row[] = [];
  /** Called once at the end. `pg` replaces it to measure how long that takes. */
  callback: (error: unknown) => void;

  constructor(pending: PendingBatch) {
    this.#pending = pending;
    this.callback = (error) => {
      if (error === undefined) pending.resolve(this.#outcomes);
      else pending.reject(new BatchFailure(this.#outcomes.length, error));
    };
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    try {
      for (const step of this.#pending.steps) this.#write(connection, step);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#pending.prepared.set(this.#name, columnsOf(fields));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { names, parsers } = this.#pending.prepared.get(this.#name)!;
    const row: Row = {};
    for (let index = 0; index < names.length; index += 1) {
      const [text, parse] = [fields[index]!, parsers[index]];
      row[names[index]!] = text === null || parse === undefined ? text : parse(text);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { prepared } = this.#pending;
    if (!prepared.has(this.#name)) prepared.set(this.#name, { names: [], parsers: [] });
    const [command = '', ...numbers] = text.split(' ');
    this.#outcomes.push({ rows: this.#rows, changes: Number(numbers.at(-1) ?? 0), command });
    this.#rows = [];
  }

  handleError(error: unknown): void {
    this.#pending.prepared.delete(this.#name);
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(undefined);
  }

  /** That of the statement whose answers arrive. */
  get #name(): string {
    return this.#pending.steps[this.#outcomes.length]?.statement.name ?? '';
  }

  #write(connection: pg.Connection, { statement: { name, text }, values }: Step): void {
    const isNew = !this.#pending.prepared.has(name) && !this.#parsed.has(name);
    if (isNew) {
      this.#parsed.add(name);
      // An attempt that failed may have left it there.
      connection.close({ type: 'S', name }, true);
      connection.parse({ name, text, types: [] }, true);
    }
    connection.bind({ statement: name, values: values.map(asText) }, true);
    if (isNew) connection.describe({ type: 'P', name: '' }, true);
    connection.execute({ portal: '', rows: '' }, true);
  }
}

const asText = (value: Value): string | null => (typeof value === 'number' ? String(value) : value);

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

const { TEXT, INT8 } = pg.types.builtins;

const columnsOf = (fields: readonly Field[]): Columns => ({
  names: fields.map(({ name }) => name),
  parsers: fields.map(({ dataTypeID: type }) => parserOf(type)),
});

function parserOf(type: number): Parse | undefined {
  if (type === TEXT) return undefined;
  // Times in milliseconds and totals: far below the largest number that is exact.
  return type === INT8 ? Number : (pg.types.getTypeParser(type, 'text') as Parse);
}
