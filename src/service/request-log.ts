export interface LoggedRequest {
  readonly id: string;
  readonly at: number;
  readonly method: string;
  /** Path and query, without keys (logged-target.ts). */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** The declared operation that served the request, such as `event.create`, or undefined. */
  readonly operation: string | undefined;
  readonly documented: boolean;
}

const KEPT = 500;

/** The last requests, for the page and for other listeners. */
export class RequestLog {
  readonly #kept: LoggedRequest[] = [];
  readonly #listeners = new Set<(request: LoggedRequest) => void>();

  add(request: LoggedRequest): void {
    this.#kept.push(request);
    if (this.#kept.length > KEPT * 2) this.#kept.splice(0, KEPT);
    for (const listener of this.#listeners) listener(request);
  }

  latest(): readonly LoggedRequest[] {
    return this.#kept.slice(-KEPT);
  }

  onRequest(listener: (request: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
