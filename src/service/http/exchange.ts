/** A request and its connection: the part of Hono's context that operations use. Direct requests have only this. */
export interface Exchange {
  readonly req: ExchangeRequest;
  /** The `HttpBindings` of its connection, if there is one: a program in this process can make a request without. */
  readonly env: unknown;
}

export interface ExchangeRequest {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  /** The name in lower case. Several values are joined by commas. */
  readonly header: (name: string) => string | undefined;
  readonly param: (name: string) => string | undefined;
  readonly query: (name: string) => string | undefined;
  readonly arrayBuffer: () => Promise<ArrayBuffer | Uint8Array>;
  readonly raw: { readonly body: ReadableStream<Uint8Array> | null };
}
