/**
 * Work that reads or changes the store is a generator: it yields queries and gets their results. It does not know
 * whether they are answered at once, as by SQLite, or later, as by a server. An engine runs it, and may run it again
 * when another change got in its way, so work has no effects outside of the store.
 *
 * Its SQL is what all engines understand. The rest is in comments that SQLite skips and PostgreSQL reads: SQLite makes
 * one change at a time, so it needs no locks.
 */
export type Work<T> = Generator<Query | News, T, unknown>;

export type Value = string | number | null;

export interface Query {
  readonly wants: 'row' | 'rows' | 'changes';
  /** With `?` for each value. */
  readonly sql: string;
  readonly values: readonly Value[];
  /** The work has no other query, so that a server needs no transaction around it. */
  readonly isWhole?: boolean;
  /** Nothing depends on its result, so that a server may get it together with the next query. */
  readonly isLater?: boolean;
}

/** News of a change, for those who would otherwise have to look again and again. */
export const TOPICS = ['deliveries', 'tenants'] as const;
export type Topic = (typeof TOPICS)[number];

export interface News {
  readonly wants: 'news';
  readonly topic: Topic;
}

/** Follows a SELECT: no other change can touch its rows until this one ends. */
export const LOCKED = '/* FOR UPDATE */';

/** Follows a SELECT: leaves out the rows that another change has locked. */
export const LOCKED_IF_FREE = '/* FOR UPDATE SKIP LOCKED */';

/** The first row. */
export function* get<T>(sql: string, ...values: readonly Value[]): Work<T | undefined> {
  return (yield { wants: 'row', sql, values }) as T | undefined;
}

/** A change that is a single statement and returns a row. It may be made twice if its answer is lost. */
export function* changeAtOnce<T>(sql: string, ...values: readonly Value[]): Work<T | undefined> {
  return (yield { wants: 'row', sql, values, isWhole: true }) as T | undefined;
}

export function* all<T>(sql: string, ...values: readonly Value[]): Work<readonly T[]> {
  return (yield { wants: 'rows', sql, values }) as readonly T[];
}

/** The number of changed rows. */
export function* run(sql: string, ...values: readonly Value[]): Work<number> {
  return (yield { wants: 'changes', sql, values }) as number;
}

/** A change whose result is not needed. It may fail only when the next query is answered, or at the end. */
export function* change(sql: string, ...values: readonly Value[]): Work<void> {
  yield { wants: 'changes', sql, values, isLater: true };
}

/** Tells the listeners of the engine once the change is durable. */
export function* tell(topic: Topic): Work<void> {
  yield { wants: 'news', topic };
}

/** A list of values for `IN (…)`, filled up to few different lengths, so that few statements are prepared. */
export function listed(values: readonly string[]): { readonly places: string; readonly values: readonly string[] } {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)));
  const filled = [...values, ...Array<string>(length - values.length).fill('')];
  return { places: filled.map(() => '?').join(', '), values: filled };
}

/** The rows that work may see: those of one broadcast, or all of them for administration and deliveries. */
export type Scope = 'everything' | { readonly broadcast: string };

export type NewsListener = (topic: Topic) => void;

/** A database that runs work. */
export interface Engine {
  /** True if other processes may serve the same database at the same time. */
  readonly isShared: boolean;
  /** Names this process in what it leases. */
  readonly holder: string;
  /** The processes that serve the database now. A lease of any other one is void. */
  readonly holders: () => Promise<readonly string[]>;
  /** Each query sees what is committed at its time. */
  readonly read: <T>(scope: Scope, work: () => Work<T>) => Promise<T>;
  /** Runs a change atomically. The result is durable when the promise resolves. */
  readonly write: <T>(scope: Scope, work: () => Work<T>) => Promise<T>;
  /** True if, since it was last asked, another process changed the database without telling this one. */
  readonly hasChangedElsewhere: () => boolean;
  /** Calls the listener after a change that tells of the topic. Returns how to stop that. */
  readonly onNews: (listener: NewsListener) => () => void;
  /** Waits for the writes in progress. */
  readonly close: () => Promise<void>;
}
