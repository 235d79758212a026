/** A request that the embedded service answered. */
export interface LoggedRequest {
  /** The id of the request. */
  readonly id: string;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  /** The HTTP method. */
  readonly method: string;
  /** Path and query, without keys (logged-target.ts). */
  readonly path: string;
  /** The status of the response. */
  readonly status: number;
  /** How long the answer took, in milliseconds. */
  readonly durationMs: number;
  /** The declared operation that served the request, such as `event.create`, or undefined. */
  readonly operation: string | undefined;
  /** True if the interface shows the operation. */
  readonly documented: boolean;
  /** The id of its trace, if the service sends traces. */
  readonly traceId?: string | undefined;
}

/** Clients may use an id for several requests. */
export interface KeptRequest extends LoggedRequest {
  /** Different for each request. */
  readonly number: number;
}

const KEPT = 500;

/** The last requests, for the page and for other listeners. */
export class RequestLog {
  readonly #kept: KeptRequest[] = [];
  #added = 0;
  readonly #listeners = new Set<(request: LoggedRequest) => void>();

  add(request: LoggedRequest): void {
    this.#kept.push({ ...request, number: (this.#added += 1) });
    if (this.#kept.length > KEPT * 2) this.#kept.splice(0, KEPT);
    for (const listener of this.#listeners) listener(request);
  }

  latest(): readonly KeptRequest[] {
    return this.#kept.slice(-KEPT);
  }

  onRequest(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
