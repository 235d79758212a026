import type { Topic, Work } from './work.ts';

/** The rows that work may see: those of one broadcast, or all of them for administration and deliveries. */
export type Scope = 'everything' | { readonly broadcast: string };

export type NewsListener = (topic: Topic) => void;

/** A database that runs work. */
export interface Engine {
  readonly read: <T>(scope: Scope, work: () => Work<T>) => Promise<T>;
  /** Runs a change atomically. The result is durable when the promise resolves. */
  readonly write: <T>(scope: Scope, work: () => Work<T>) => Promise<T>;
  /** Calls the listener after a change that tells of the topic. Returns how to stop that. */
  readonly onNews: (listener: NewsListener) => () => void;
  /** Waits for the writes in progress. */
  readonly close: () => Promise<void>;
}
