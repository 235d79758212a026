/** Clients that do random things to a service at the same time, and record what they see. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../contract/random.ts';
import type { Copies } from './copies.ts';
import type { Action, Document, History, Operation, Surface, Values } from './history.ts';
import { COLLECTIONS, request, type Answered, type Collection, type Sent } from './requests.ts';

/** A document that some client has seen, with the version that each surface last showed. */
interface Known {
  readonly id: string;
  readonly origin: string;
  readonly collection: Collection;
  readonly versions: Map<Surface, { readonly values: Values; readonly etag: string }>;
}

/** Few, so that clients meet at the same documents. */
const POPULAR = 6;
const AFTER_A_FAILURE_MS = 25;
const MOST_ON_A_PAGE = 200;

export class Clients {
  readonly #copies: Copies;
  readonly #random: Random;
  readonly #operations: Operation[] = [];
  readonly #known: Known[] = [];
  #names = 0;

  constructor(copies: Copies, random: Random) {
    this.#copies = copies;
    this.#random = random;
  }

  get history(): History {
    return this.#operations;
  }

  /** Goes on until there are so many operations in all. */
  async work(clients: number, operations: number): Promise<void> {
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        while (this.#operations.length < operations) await this.#doSomething(client);
      }),
    );
  }

  /** Reads everything from every copy, when nothing changes any more. */
  async lookAtEverything(): Promise<void> {
    for (const [copy] of this.#copies.cards.entries())
      for (const collection of COLLECTIONS)
        for (const surface of surfacesOf(collection))
          await this.#walk(0, { collection, surface, copy, limit: MOST_ON_A_PAGE });
    const lanes = Array.from({ length: 8 }, (_, lane) => this.#known.filter((__, index) => index % 8 === lane));
    await Promise.all(
      lanes.map(async (lane, client) => {
        for (const { id, collection } of lane)
          await this.#ask(client, {
            collection,
            surface: this.#pick(surfacesOf(collection)),
            action: { does: 'read', id },
          });
      }),
    );
  }

  async #doSomething(client: number): Promise<void> {
    const known = this.#someDocument();
    const dice = this.#random();
    if (!known || dice < 0.14) return this.#create(client);
    const { collection, id } = known;
    const surface = this.#pick(surfacesOf(collection));
    if (dice < 0.44) return this.#update(client, known, surface);
    if (dice < 0.54) return this.#delete(client, known, surface);
    if (dice < 0.82)
      return void (await this.#ask(client, { collection, surface, action: { does: 'read', id } }, known));
    await this.#walk(client, { collection, surface, limit: this.#random() < 0.5 ? 7 : MOST_ON_A_PAGE });
  }

  async #create(client: number): Promise<void> {
    const collection = this.#pick(COLLECTIONS);
    const surface = this.#pick(surfacesOf(collection));
    const origin = String((this.#names += 1));
    const values = { title: `${origin}.0`, text: `${origin}.0` };
    const isRepeatable = this.#random() < 0.6;
    const action: Action = { does: 'create', values, ...(isRepeatable && { idempotencyKey: `key ${origin}` }) };
    const create = async (): Promise<void> => {
      const { result, etag } = await this.#ask(client, { collection, surface, action });
      if (result.is === 'ok') this.#meet(result.document!, collection, surface, etag);
      else if (isRepeatable) await create();
    };
    // Somebody who got no answer soon enough sends it again, perhaps to another copy.
    await (isRepeatable && this.#random() < 0.3 ? Promise.all([create(), create()]) : create());
  }

  async #update(client: number, known: Known, surface: Surface): Promise<void> {
    const { id, origin, collection } = known;
    const value = `${origin}.${(this.#names += 1)}`;
    const both = this.#random() < 0.2;
    const changes = both ? { title: value, text: value } : this.#random() < 0.5 ? { title: value } : { text: value };
    const condition = this.#condition(known, surface);
    const action: Action = { does: 'update', id, changes, ifMatch: condition?.values };
    await this.#ask(client, { collection, surface, action, etag: condition?.etag }, known);
  }

  async #delete(client: number, known: Known, surface: Surface): Promise<void> {
    const { id, collection } = known;
    const condition = this.#condition(known, surface);
    const action: Action = { does: 'delete', id, ifMatch: condition?.values };
    const { result } = await this.#ask(client, { collection, surface, action, etag: condition?.etag });
    const place = this.#known.indexOf(known);
    // Some are still asked for when they are gone.
    if (result.is === 'ok' && place >= 0 && this.#random() < 0.8) this.#known.splice(place, 1);
  }

  /** Every page, one after the other. Surface A cannot start after a document, so only its first page is asked for. */
  async #walk(client: number, { collection, surface, limit, copy }: Walk): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const { result } = await this.#ask(
        client,
        { collection, surface, action: { does: 'list', limit, after } },
        undefined,
        copy,
      );
      if (result.is !== 'listed') return;
      for (const document of result.documents) this.#meet(document, collection, surface, undefined);
      after = result.documents.at(-1)?.id;
      if (surface === 'A' || result.documents.length < limit) return;
    }
  }

  async #ask(client: number, sent: Sent, known?: Known, copy?: number): Promise<Answered> {
    const { cards } = this.#copies;
    const invoked = performance.now();
    const answered = await request(copy === undefined ? this.#pick(cards) : cards[copy]!, sent);
    const { collection, surface, action } = sent;
    const { result, etag } = answered;
    const completed = performance.now();
    // Nothing is known of a request that did not even reach a copy.
    if (result.is !== 'refused')
      this.#operations.push({ client, collection: collection.name, surface, action, invoked, completed, result });
    if (known && result.is === 'ok' && result.document && etag !== undefined)
      known.versions.set(surface, { values: result.document.values, etag });
    if (result.is === 'unknown' || result.is === 'refused') await wait(AFTER_A_FAILURE_MS * this.#random());
    return answered;
  }

  #condition(known: Known, surface: Surface): { readonly values: Values; readonly etag: string } | undefined {
    return this.#random() < 0.6 ? known.versions.get(surface) : undefined;
  }

  #meet({ id, values }: Document, collection: Collection, surface: Surface, etag: string | undefined): void {
    if (this.#known.some((each) => each.id === id)) return;
    const versions = etag === undefined ? [] : [[surface, { values, etag }] as const];
    this.#known.push({ id, origin: values.title.split('.')[0]!, collection, versions: new Map(versions) });
  }

  #someDocument(): Known | undefined {
    return this.#random() < 0.7 ? this.#pick(this.#known.slice(-POPULAR)) : this.#pick(this.#known);
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)]!;
  }
}

interface Walk {
  readonly collection: Collection;
  readonly surface: Surface;
  readonly limit: number;
  readonly copy?: number;
}

const surfacesOf = ({ paths }: Collection): readonly Surface[] => Object.keys(paths) as readonly Surface[];
