import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { onceEach } from '../../../values/once-each.ts';
import type { Engine, News, NewsListener, Query, Scope, Topic, Work } from '../work.ts';
import { isLockedElsewhere, unusableDatabase } from './sqlite-failures.ts';
import { createTables } from './sqlite-tables.ts';
import { makePrivate } from './private-file.ts';

/** How long a work waits for another program that has locked the file. */
const PATIENCE_MS = 5000;
/** For this long, nothing is answered. */
const MOMENT_MS = 20;

/**
 * The only connection to the SQLite file. Writes are collected during one turn of the event loop and committed
 * together. Each is atomic, and durable before its caller continues, and sixteen clients share one fsync instead of
 * waiting for sixteen.
 *
 * Undoing one of them needs a savepoint around each, and SQLite then copies every page that it changes. Writes that fail
 * after they changed something are rare, so they are first made without savepoints. If one has to be undone, all of them
 * are, and made again with savepoints.
 *
 * If another program has locked the file, SQLite itself waits only for a moment, because nothing else is answered
 * meanwhile. The rest of the time is waited for here: reads need no lock, and go on.
 */
export class SqliteEngine implements Engine {
  readonly isShared = false;
  readonly holder = randomUUID();
  readonly #database: DatabaseSync;
  readonly #prepared = onceEach((sql: string): Prepared => {
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    return { statement, columns: statement.columns().map(({ name }) => name) };
  });
  readonly #listeners = new Set<NewsListener>();
  /** As of what SQLite says of changes by other connections. */
  #version: number | undefined = 0;
  #isVersionKnown = false;
  #waiting: Waiting[] = [];
  #scheduled = false;

  constructor(file: string) {
    let opened: DatabaseSync | undefined;
    try {
      makePrivate(file);
      opened = new DatabaseSync(file);
      opened.exec(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
        PRAGMA busy_timeout = ${PATIENCE_MS}; PRAGMA temp_store = MEMORY`,
      );
      createTables(opened, file);
      opened.exec(`PRAGMA busy_timeout = ${MOMENT_MS}`);
    } catch (error) {
      opened?.close();
      throw unusableDatabase(file, error);
    }
    this.#database = opened;
  }

  async read<T>(_scope: Scope, work: () => Work<T>): Promise<T> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return this.#complete(work(), noEffects());
      } catch (error) {
        if (!isLockedElsewhere(error) || performance.now() >= until) throw error;
        await wait(MOMENT_MS);
      }
    }
  }

  write<T>(_scope: Scope, work: () => Work<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        work,
        resolve: resolve as (value: unknown) => void,
        reject,
        until: performance.now() + PATIENCE_MS,
      });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#commitWaiting());
    });
  }

  async holders(): Promise<readonly string[]> {
    return [this.holder];
  }

  /**
   * Asked once in a turn of the event loop: requests of that turn were received before it began. A file that nobody else
   * changes would otherwise be locked for each of them.
   */
  hasChangedElsewhere(): boolean {
    if (this.#isVersionKnown) return false;
    this.#isVersionKnown = true;
    setImmediate(() => (this.#isVersionKnown = false));
    const version = this.#readVersion();
    const hasChanged = version === undefined || version !== this.#version;
    this.#version = version;
    return hasChanged;
  }

  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#waiting.length > 0) {
      this.#database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
      for (const each of this.#waiting) each.until = 0;
      this.#commitWaiting();
    }
    this.#database.close();
  }

  /** Another program that lets nobody read may change anything. */
  #readVersion(): number | undefined {
    try {
      return (this.#prepared('PRAGMA data_version').statement.get() as unknown as [number])[0];
    } catch (error) {
      if (isLockedElsewhere(error)) return undefined;
      throw error;
    }
  }

  #commitWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#scheduled = false;
    if (waiting.length === 0) return; // The engine was closed first.
    try {
      const notifications =
        this.#attempt(waiting, { savepoints: false }) ?? this.#attempt(waiting, { savepoints: true })!;
      this.#run('COMMIT');
      for (const notify of notifications) notify();
    } catch (error) {
      // On a full disk, SQLite has already ended the transaction.
      if (this.#database.isTransaction) this.#run('ROLLBACK');
      if (isLockedElsewhere(error)) this.#putOff(waiting, error);
      else for (const { reject } of waiting) reject(error);
    }
  }

  /** Nothing has happened: they are made once the lock is free, those first that waited first. */
  #putOff(waiting: readonly Waiting[], error: unknown): void {
    const now = performance.now();
    const [late, patient] = [waiting.filter(({ until }) => until <= now), waiting.filter(({ until }) => until > now)];
    this.#waiting.unshift(...patient);
    if (patient.length > 0 && !this.#scheduled) {
      this.#scheduled = true;
      setTimeout(() => this.#commitWaiting(), MOMENT_MS);
    }
    for (const { reject } of late) reject(error);
  }

  /** Without savepoints: undefined, with nothing changed, if one of them has to be undone. */
  #attempt(waiting: readonly Waiting[], { savepoints }: { readonly savepoints: boolean }): Notify[] | undefined {
    this.#run('BEGIN IMMEDIATE');
    const notifications: Notify[] = [];
    for (const each of waiting) {
      const effects = noEffects();
      if (savepoints) this.#run('SAVEPOINT change');
      try {
        const result = this.#complete(each.work(), effects);
        if (savepoints) this.#run('RELEASE change');
        notifications.push(this.#notification(each, result, effects));
      } catch (error) {
        if (!this.#database.isTransaction) throw error;
        if (!savepoints && effects.hasChanged) {
          this.#run('ROLLBACK');
          return undefined;
        }
        if (savepoints) {
          this.#run('ROLLBACK TO change');
          this.#run('RELEASE change');
        }
        notifications.push(() => each.reject(error));
      }
    }
    return notifications;
  }

  /** The caller and the listeners are notified only after the commit. */
  #notification({ resolve }: Waiting, result: unknown, { topics }: Effects): Notify {
    return () => {
      resolve(result);
      for (const topic of topics) for (const listener of this.#listeners) listener(topic);
    };
  }

  #complete<T>(work: Work<T>, effects: Effects): T {
    let step = work.next();
    while (!step.done) step = this.#answer(work, step.value, effects);
    return step.value;
  }

  /** Work may handle the failure of a query. */
  #answer<T>(work: Work<T>, step: Query | News, effects: Effects): IteratorResult<Query | News, T> {
    let result: unknown;
    try {
      result = step.wants === 'news' ? effects.topics.add(step.topic) : this.#perform(step);
    } catch (error) {
      return work.throw(error);
    }
    if (step.wants !== 'news' && !step.sql.startsWith('SELECT')) effects.hasChanged = true;
    return work.next(result);
  }

  #perform({ wants, sql, values }: Query): unknown {
    const { statement, columns } = this.#prepared(sql);
    if (wants === 'changes') return Number(statement.run(...values).changes);
    if (wants === 'rows') return (statement.all(...values) as unknown as Row[]).map((row) => named(row, columns));
    const row = statement.get(...values) as Row | undefined;
    return row && named(row, columns);
  }

  #run(sql: string): void {
    this.#prepared(sql).statement.run();
  }
}

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

type Row = readonly SQLOutputValue[];

/** The objects that node:sqlite makes are dictionaries, which cost more than the query that finds one row. */
function named(row: Row, columns: readonly string[]): Readonly<Record<string, SQLOutputValue>> {
  const object: Record<string, SQLOutputValue> = {};
  for (let index = 0; index < columns.length; index += 1) object[columns[index]!] = row[index]!;
  return object;
}

type Notify = () => void;

interface Effects {
  readonly topics: Set<Topic>;
  /** There is something to undo if the work fails. */
  hasChanged: boolean;
}

const noEffects = (): Effects => ({ topics: new Set(), hasChanged: false });

interface Waiting {
  /** When it gives up, if another program keeps the file locked. */
  until: number;
  readonly work: () => Work<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}
