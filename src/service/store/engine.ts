import type { Origin } from '../observe/observer.ts';
import type { Topic, Work } from './work.ts';

/** The rows that work may see: those of one broadcast, or all of them for administration and deliveries. */
export type Scope = 'everything' | { readonly broadcast: string };

export type NewsListener = (topic: Topic) => void;

export interface WorkOptions {
  /** What led to the work. */
  readonly origin?: Origin | undefined;
}

export interface ReadOptions extends WorkOptions {
  /** All queries see what was committed at one moment. */
  readonly isSnapshot?: boolean;
  /** What is read may be so many seconds old, so that a replica may answer. */
  readonly maxStale?: number | undefined;
}

/** Connections that are used for one purpose. */
export interface ConnectionCounts {
  readonly pool: 'reads' | 'changes' | 'replica';
  readonly busy: number;
  readonly idle: number;
  /** Works that wait for a connection. */
  readonly waiting: number;
  readonly most: number;
}

/** A change may store what led to it: the given origin, or the part of a trace that the change itself is. */
export type Change<T> = (origin: Origin | undefined) => Work<T>;

/** A database that runs work. */
export interface Engine {
  /** True if other processes may serve the same database at the same time. */
  readonly isShared: boolean;
  /** Names this process in what it leases. */
  readonly holder: string;
  /** The processes that serve the database now. A lease of any other one is void. */
  readonly holders: () => Promise<readonly string[]>;
  /** Each query sees what is committed at its time, unless all are to see the same. */
  readonly read: <T>(scope: Scope, work: () => Work<T>, options?: ReadOptions) => Promise<T>;
  /** Runs a change atomically. The result is durable when the promise resolves. */
  readonly write: <T>(scope: Scope, work: Change<T>, options?: WorkOptions) => Promise<T>;
  /** True if, since it was last asked, another process changed the database without telling this one. */
  readonly hasChangedElsewhere: () => boolean;
  /** Calls the listener after a change that tells of the topic. Returns how to stop that. */
  readonly onNews: (listener: NewsListener) => () => void;
  /** The connections to a server; none for a file. */
  readonly connections: () => readonly ConnectionCounts[];
  /** Waits for the writes in progress. */
  readonly close: () => Promise<void>;
}
