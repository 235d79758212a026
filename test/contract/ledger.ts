import { expect } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { event } from './bodies.ts';
import type { KillableService } from './killable-service.ts';

const GONE = Symbol('gone');

/**
 * Writes events over HTTP and records what the service acknowledged. While an answer is outstanding, both the state
 * before and the state after are correct; once it has arrived, only the state after is.
 */
export class Ledger {
  readonly #service: KillableService;
  readonly #allowed = new Map<string, readonly (string | typeof GONE)[]>();
  #recent = new Set<string>();
  #titles = 0;
  #awaited = { count: Infinity, reached: (): void => {} };
  acknowledged = 0;

  constructor(service: KillableService) {
    this.#service = service;
  }

  /** Resolves after this many more acknowledged writes. */
  async afterWrites(count: number): Promise<void> {
    await new Promise<void>((reached) => {
      this.#awaited = { count: this.acknowledged + count, reached };
    });
  }

  async writeUntilItFails(random: () => number): Promise<void> {
    try {
      for (;;) await this.#writeSomething(random);
    } catch {
      // The connection was closed: a write without an answer by now stays undecided.
    }
  }

  /** Checks everything written since the last check. */
  async checkRecent(): Promise<void> {
    const ids = [...this.#recent];
    this.#recent = new Set();
    await this.#check(ids);
  }

  async checkAll(): Promise<void> {
    await this.#check([...this.#allowed.keys()]);
  }

  async #writeSomething(random: () => number): Promise<void> {
    const title = this.#newTitle();
    const { id } = (await this.#send('POST', '', event({ title }))) as { id: string };
    this.#settle(id, title);
    if (random() < 0.4) await this.#update(id, title, this.#newTitle());
    else if (random() < 0.3) await this.#delete(id, title);
  }

  async #update(id: string, before: string, title: string): Promise<void> {
    this.#allowed.set(id, [before, title]);
    await this.#send('PUT', `/${id}`, { title });
    this.#settle(id, title);
  }

  async #delete(id: string, before: string): Promise<void> {
    this.#allowed.set(id, [before, GONE]);
    await this.#send('DELETE', `/${id}`);
    this.#settle(id, GONE);
  }

  #settle(id: string, state: string | typeof GONE): void {
    this.acknowledged += 1;
    if (this.acknowledged >= this.#awaited.count) this.#awaited.reached();
    this.#allowed.set(id, [state]);
    this.#recent.add(id);
  }

  #newTitle(): string {
    this.#titles += 1;
    return `Event ${this.#titles}`;
  }

  async #check(ids: readonly string[]): Promise<void> {
    const lanes = Array.from({ length: 8 }, (_, lane) => ids.filter((__, index) => index % 8 === lane));
    await Promise.all(
      lanes.map(async (lane) => {
        for (const id of lane) expect(this.#allowed.get(id), `event ${id}`).toContain(await this.#titleOf(id));
      }),
    );
  }

  async #titleOf(id: string): Promise<string | typeof GONE> {
    const response = await this.#request('GET', `/${id}`);
    const { title } = (await response.json()) as JsonObject;
    return response.status === 404 ? GONE : String(title);
  }

  async #send(method: string, path: string, body?: JsonObject): Promise<unknown> {
    const response = await this.#request(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
    return response.status === 204 ? undefined : await response.json();
  }

  #request(method: string, path: string, body?: JsonObject): Promise<Response> {
    const headers = { Authorization: `Bearer ${this.#service.key}`, 'Content-Type': 'application/json' };
    return fetch(`${this.#service.url}/v1/events${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}
