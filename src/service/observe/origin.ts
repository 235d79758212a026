/**
 * Which request led to what is done now, however many calls, queries and deliveries lie between. Log lines and traces
 * name it, and a delivery keeps it in the store, because another copy may send it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Origin {
  readonly requestId?: string | undefined;
  /** The trace and the span that it belongs to, as W3C Trace Context writes them. */
  readonly traceparent?: string | undefined;
}

const storage = new AsyncLocalStorage<Origin | undefined>();

/** Undefined for what no request led to. */
export const currentOrigin = (): Origin | undefined => storage.getStore();

export const runFrom = <T>(origin: Origin | undefined, act: () => T): T =>
  storage.getStore() === origin ? act() : storage.run(origin, act);

/** The id of the trace in a traceparent. */
export const traceIdOf = ({ traceparent }: Origin = {}): string | undefined => traceparent?.split('-')[1];
