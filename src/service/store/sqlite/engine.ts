import { randomUUID } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Change, Engine, NewsListener, ReadOptions, Scope, WorkOptions } from '../engine.ts';
import type { News, Query, Topic, Work } from '../work.ts';
import { migrate, neededFrom } from './migrations.ts';
import { makePrivate } from './private-file.ts';
import { unusableDatabase } from './unusable-database.ts';

/**
 * The only connection to the SQLite file. Writes are collected during one turn of the event loop and committed
 * together. Each is atomic, by its savepoint, and durable before its caller continues, and sixteen clients share one
 * fsync instead of waiting for sixteen.
 */
export class SqliteEngine implements Engine {
  readonly isShared = false;
  readonly holder = randomUUID();
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #listeners = new Set<NewsListener>();
  /** As of what SQLite says of changes by other connections. */
  #version = 0;
  #waiting: Waiting[] = [];
  #scheduled = false;

  constructor(file: string, { migrates = true }: { readonly migrates?: boolean | undefined } = {}) {
    let opened: DatabaseSync | undefined;
    try {
      makePrivate(file);
      opened = new DatabaseSync(file);
      opened.exec(
        'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000',
      );
      if (migrates) migrate(opened, file);
      else neededFrom(opened, file);
    } catch (error) {
      opened?.close();
      throw unusableDatabase(file, error);
    }
    this.#database = opened;
  }

  async read<T>(_scope: Scope, work: () => Work<T>, { isSnapshot = false }: ReadOptions = {}): Promise<T> {
    if (!isSnapshot) return this.#complete(work(), new Set());
    this.#database.exec('BEGIN');
    try {
      return this.#complete(work(), new Set());
    } finally {
      this.#database.exec('COMMIT');
    }
  }

  write<T>(_scope: Scope, work: Change<T>, { origin }: WorkOptions = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work: () => work(origin), resolve: resolve as (value: unknown) => void, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#commitWaiting());
    });
  }

  async holders(): Promise<readonly string[]> {
    return [this.holder];
  }

  hasChangedElsewhere(): boolean {
    const { data_version: version } = this.#statement('PRAGMA data_version').get() as { data_version: number };
    const hasChanged = version !== this.#version;
    this.#version = version;
    return hasChanged;
  }

  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  connections(): readonly [] {
    return [];
  }

  async close(): Promise<void> {
    if (this.#waiting.length > 0) this.#commitWaiting();
    this.#database.close();
  }

  #commitWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#scheduled = false;
    if (waiting.length === 0) return; // The engine was closed first.
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const settlements = waiting.map((each) => this.#attempt(each));
      this.#database.exec('COMMIT');
      for (const settle of settlements) settle();
    } catch (error) {
      // On a full disk, SQLite has already ended the transaction.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      for (const { reject } of waiting) reject(error);
    }
  }

  /** Makes one change. Its caller and the listeners are notified only after the commit. */
  #attempt({ work, resolve, reject }: Waiting): () => void {
    this.#database.exec('SAVEPOINT change');
    try {
      const topics = new Set<Topic>();
      const result = this.#complete(work(), topics);
      this.#database.exec('RELEASE change');
      return () => {
        resolve(result);
        for (const topic of topics) for (const listener of this.#listeners) listener(topic);
      };
    } catch (error) {
      if (!this.#database.isTransaction) throw error;
      this.#database.exec('ROLLBACK TO change; RELEASE change');
      return () => reject(error);
    }
  }

  #complete<T>(work: Work<T>, topics: Set<Topic>): T {
    let step = work.next();
    while (!step.done) step = this.#answer(work, step.value, topics);
    return step.value;
  }

  /** Work may handle the failure of a query. */
  #answer<T>(work: Work<T>, step: Query | News, topics: Set<Topic>): IteratorResult<Query | News, T> {
    let result: unknown;
    try {
      result = step.wants === 'news' ? topics.add(step.topic) : this.#perform(step);
    } catch (error) {
      return work.throw(error);
    }
    return work.next(result);
  }

  #perform({ wants, sql, values }: Query): unknown {
    const statement = this.#statement(sql);
    if (wants === 'row') return statement.get(...values);
    return wants === 'rows' ? statement.all(...values) : Number(statement.run(...values).changes);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}

interface Waiting {
  readonly work: () => Work<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}
