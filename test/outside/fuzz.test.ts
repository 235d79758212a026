import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openapi } from '../../src/generate/openapi/openapi.ts';
import { PROFILES, type Profile } from '../../src/kinds/operation.ts';
import { Answer } from '../contract/answer.ts';
import { assertDocumented } from '../contract/openapi.ts';
import { startService, type Running } from '../contract/service.ts';
import { record } from '../proof/figures.ts';
import { runs } from '../seed.ts';
import { randomRequests, type OpenapiDocument, type RandomRequest } from './random-requests.ts';

const started: Running[] = [];
afterAll(() => Promise.all(started.map((service) => service.close())));

describe.each(PROFILES)('the service in its %s profile', (profile) => {
  it(
    'answers random requests only as its OpenAPI document allows, and never with a 500',
    { timeout: 600_000 },
    async () => {
      const service = await startService({ profile });
      started.push(service);
      const numRuns = runs({ test: 80, quick: 400, proof: 1500 });
      const sender = new Sender(service, profile);
      const requests = randomRequests(openapi({ profile, version: '1.0.0' }) as OpenapiDocument);
      await fc.assert(
        fc.asyncProperty(requests, (request) => sender.send(request)),
        { numRuns },
      );
      expect(sender.accepted, 'requests that are not refused at once').toBeGreaterThan(numRuns / 20);
      const note = `${sender.accepted} accepted, the others refused as documented`;
      record({ what: `random requests, ${profile} profile`, tried: numRuns, failed: 0, note });
    },
  );
});

class Sender {
  readonly #service: Running;
  readonly #profile: Profile;
  /** The objects created in each collection, so that later requests read, change and delete them. */
  readonly #ids = new Map<string, string[]>();
  accepted = 0;

  constructor(service: Running, profile: Profile) {
    this.#service = service;
    this.#profile = profile;
  }

  async send({ method, template, path, query, headers: given, body }: RandomRequest): Promise<void> {
    const { url, key, userId, broadcastId } = this.#service;
    const collection = template.replace('/{id}', '');
    const ids = this.#ids.get(collection) ?? [];
    const known: Readonly<Record<string, string[]>> = { userId: [userId], broadcastId: [broadcastId], id: ids };
    const pathname = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const part = path[name]!;
      if (typeof part === 'string') return encodeURIComponent(part);
      return known[name]!.at(part % Math.max(known[name]!.length, 1)) ?? userId;
    });
    const { credential = key, ...headers } = given;
    const sent = {
      Authorization: `Bearer ${credential}`,
      'X-API-KEY': credential,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    };
    const address = new URL(`${url}${pathname}?${new URLSearchParams(query)}`);
    const response = await fetch(address, { method, headers: sent, ...(body !== undefined && { body }) });
    const answer = new Answer(response.status, response.headers, await response.text());
    expect(answer.status, `${method} ${address} ${body}: ${answer.text}`).toBeLessThan(500);
    assertDocumented(this.#profile, { method, path: address.pathname }, answer);
    if (answer.status === 201) this.#ids.set(collection, [...ids, answer.id]);
    if (response.ok) this.accepted++;
  }
}
