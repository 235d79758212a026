/**
 * The request that led to something, however many calls, queries and deliveries lie between. Log lines and traces name it,
 * and a delivery keeps it in the store, because another copy may send it. It is passed on as an argument: an
 * AsyncLocalStorage would cost every request more than its queries.
 */
export interface Origin {
  readonly requestId?: string | undefined;
  /** The trace and the span that it belongs to, as W3C Trace Context writes them. */
  readonly traceparent?: string | undefined;
}

/** The id of the trace in a traceparent. */
export const traceIdOf = ({ traceparent }: Origin = {}): string | undefined => traceparent?.split('-')[1];
