import type { Json } from '../../src/values/json.ts';
import type { Credentials } from '../../src/service/administration.ts';
import type { TestOptions } from '../service.ts';
import { Answer } from './answer.ts';
import { assertDocumented } from './openapi.ts';

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer is not part of the OpenAPI document, as the test states. */
  readonly undocumented?: boolean;
}

/** Calls one surface with the credential that the document specifies for it. */
export class Client {
  readonly #base: string;
  readonly #credential: Readonly<Record<string, string>>;
  readonly #options: TestOptions;

  private constructor(base: string, credential: Readonly<Record<string, string>>, options: TestOptions) {
    this.#base = base;
    this.#credential = credential;
    this.#options = options;
  }

  static ofSurfaceA(url: string, { key }: Credentials, options: TestOptions): Client {
    return new Client(`${url}/v1`, { Authorization: `Bearer ${key}` }, options);
  }

  static ofSurfaceB(url: string, { key, userId, broadcastId }: Credentials, options: TestOptions): Client {
    return new Client(`${url}/v1/users/${userId}/broadcasts/${broadcastId}`, { 'X-API-KEY': key }, options);
  }

  get(path: string, sending?: Sending): Promise<Answer> {
    return this.send('GET', path, undefined, sending);
  }

  post(path: string, body: Json, sending?: Sending): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body), sending);
  }

  put(path: string, body: Json, sending?: Sending): Promise<Answer> {
    return this.send('PUT', path, JSON.stringify(body), sending);
  }

  patch(path: string, body: Json, sending?: Sending): Promise<Answer> {
    return this.send('PATCH', path, JSON.stringify(body), sending);
  }

  delete(path: string, sending?: Sending): Promise<Answer> {
    return this.send('DELETE', path, undefined, sending);
  }

  /** Sends a body unchanged. A header set to '' is left out. */
  async send(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    sending: Sending = {},
  ): Promise<Answer> {
    const url = new URL(this.#base + path);
    const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const headers = Object.entries({ ...this.#credential, ...type, ...sending.headers }).filter(
      ([, value]) => value !== '',
    );
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    const answer = new Answer(response.status, response.headers, await response.text());
    if (!sending.undocumented && (this.#options.variants?.size ?? 0) === 0) {
      assertDocumented(this.#options.profile, { method, path: url.pathname }, answer);
    }
    return answer;
  }
}
