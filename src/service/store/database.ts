import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { migrate } from './migrations.ts';
import { makePrivate } from './private-file.ts';
import { unusableDatabase } from './unusable-database.ts';

type Row = Record<string, unknown>;

/**
 * The only connection to the SQLite file. Writes are collected during one turn of the event loop and committed
 * together. Each is atomic, by its savepoint, and durable before its caller continues, and sixteen clients share one
 * fsync instead of waiting for sixteen.
 */
export class Database {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #waiting: Waiting[] = [];
  #scheduled = false;

  constructor(file: string) {
    let opened: DatabaseSync | undefined;
    try {
      makePrivate(file);
      opened = new DatabaseSync(file);
      opened.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
      );
      migrate(opened, file);
    } catch (error) {
      opened?.close();
      throw unusableDatabase(file, error);
    }
    this.#database = opened;
  }

  /** Random, and assigned once: a file that replaces another has a different id. */
  get id(): string {
    return this.get<{ value: string }>("SELECT value FROM meta WHERE name = 'id'")!.value;
  }

  get<T extends Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#statement(sql).get(...values) as T | undefined;
  }

  all<T extends Row>(sql: string, ...values: SQLInputValue[]): readonly T[] {
    // node:sqlite types a row by its values only; the statement decides its columns.
    return this.#statement(sql).all(...values) as unknown as readonly T[];
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  /** Runs a change atomically. The result is on disk when the promise resolves. */
  write<T>(change: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve: resolve as (value: unknown) => void, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#commitWaiting());
    });
  }

  /** For start-up and administration, when no other write is waiting. */
  writeNow<T>(change: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = change();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      // On a full disk, SQLite has already ended the transaction.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    if (this.#waiting.length > 0) this.#commitWaiting();
    this.#database.close();
  }

  #commitWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#scheduled = false;
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const settlements = waiting.map((each) => this.#attempt(each));
      this.#database.exec('COMMIT');
      for (const settle of settlements) settle();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      for (const { reject } of waiting) reject(error);
    }
  }

  /** Makes one change. Its caller is notified only after the commit. */
  #attempt({ change, resolve, reject }: Waiting): () => void {
    this.#database.exec('SAVEPOINT change');
    try {
      const result = change();
      this.#database.exec('RELEASE change');
      return () => resolve(result);
    } catch (error) {
      if (!this.#database.isTransaction) throw error;
      this.#database.exec('ROLLBACK TO change; RELEASE change');
      return () => reject(error);
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}

interface Waiting {
  readonly change: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}
