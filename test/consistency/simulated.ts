/** Histories of a service in memory that does each request at one moment between its start and its end, and of faulty ones. */
import type { Action, Document, History, Operation, Result, Values } from './history.ts';
import { randomFrom, type Random } from '../contract/random.ts';

export type Fault = 'forgets' | 'overwrites' | 'doubles' | 'ignores-if-match' | 'reads-old' | 'lists-old';

interface Simulation {
  readonly seed: number;
  readonly operations: number;
  readonly fault?: Fault;
}

interface Planned {
  readonly invoked: number;
  readonly moment: number;
  readonly completed: number;
  readonly isAnswered: boolean;
}

export function simulate({ seed, operations, fault }: Simulation): History {
  const random = randomFrom(seed);
  const service = new Simulated(random, fault);
  const planned = Array.from({ length: operations }, (_, index): Planned => {
    const invoked = index + random();
    const completed = invoked + random() * 6;
    const isAnswered = random() < 0.9;
    return { invoked, completed, isAnswered, moment: invoked + random() * (completed - invoked) };
  });
  return planned
    .toSorted((a, b) => a.moment - b.moment)
    .map((each) => service.perform(each))
    .toSorted((a, b) => a.invoked - b.invoked);
}

class Simulated {
  readonly #random: Random;
  readonly #fault: Fault | undefined;
  readonly #documents = new Map<string, Document>();
  readonly #before = new Map<string, Document>();
  readonly #answers = new Map<string, Document>();
  #last = 0;

  constructor(random: Random, fault: Fault | undefined) {
    this.#random = random;
    this.#fault = fault;
  }

  perform({ invoked, completed, isAnswered }: Planned): Operation {
    const action = this.#action();
    const result = this.#result(action);
    return {
      client: 0,
      collection: 'articles',
      surface: this.#random() < 0.5 ? 'A' : 'B',
      action,
      invoked,
      completed,
      result: isAnswered ? result : { is: 'unknown' },
    };
  }

  #action(): Action {
    const known = [...this.#before.keys()];
    const id = known[Math.floor(this.#random() * known.length)];
    const dice = this.#random();
    if (id === undefined || dice < 0.2) return this.#creation();
    if (dice < 0.5) {
      const field = this.#random() < 0.5 ? 'title' : 'text';
      const value = `${this.#before.get(id)!.values.title.split('.')[0]}.${(this.#last += 1)}`;
      return { does: 'update', id, changes: { [field]: value }, ifMatch: this.#condition(id) };
    }
    if (dice < 0.55) return { does: 'delete', id, ifMatch: this.#condition(id) };
    return dice < 0.85 ? { does: 'read', id } : { does: 'list', limit: this.#random() < 0.5 ? 3 : 500 };
  }

  #creation(): Action {
    const keys = [...this.#answers.keys()];
    const repeated = this.#random() < 0.3 ? keys[Math.floor(this.#random() * keys.length)] : undefined;
    const origin = repeated ?? String((this.#last += 1));
    return { does: 'create', values: { title: `${origin}.0`, text: `${origin}.0` }, idempotencyKey: origin };
  }

  /** The current version or the one before, as clients know them. */
  #condition(id: string): Values | undefined {
    const from = this.#random() < 0.5 ? this.#documents : this.#before;
    return this.#random() < 0.5 ? from.get(id)?.values : undefined;
  }

  #result(action: Action): Result {
    if (action.does === 'create') return this.#create(action.values, action.idempotencyKey!);
    if (action.does === 'list') return this.#list(action.limit);
    const current = this.#documents.get(action.id);
    if (!current) return { is: 'gone' };
    if (action.does === 'read') {
      const seen = this.#fails('reads-old') ? this.#before.get(action.id)! : current;
      return { is: 'ok', document: seen };
    }
    const { ifMatch } = action;
    const isStale = ifMatch && (ifMatch.title !== current.values.title || ifMatch.text !== current.values.text);
    if (isStale && !this.#fails('ignores-if-match')) return { is: 'changed' };
    const older = this.#before.get(action.id)!;
    this.#before.set(action.id, current);
    if (action.does === 'delete') {
      this.#documents.delete(action.id);
      return { is: 'ok' };
    }
    const base = this.#fails('overwrites') ? older : current;
    const document = { ...base, values: { ...base.values, ...action.changes } };
    if (!this.#fails('forgets')) this.#documents.set(action.id, document);
    return { is: 'ok', document };
  }

  #create(values: Values, key: string): Result {
    const known = this.#answers.get(key);
    if (known && !this.#fails('doubles')) return { is: 'ok', document: known };
    const id = String(1_000_000 + (this.#last += 1));
    const document = { id, createdAt: id, values };
    for (const map of [this.#documents, this.#before]) map.set(id, document);
    this.#answers.set(key, document);
    return { is: 'ok', document };
  }

  #list(limit: number): Result {
    const shown = this.#fails('lists-old') ? this.#before : this.#documents;
    const documents = [...shown.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return { is: 'listed', documents: documents.slice(0, limit), total: documents.length };
  }

  #fails(fault: Fault): boolean {
    return this.#fault === fault && this.#random() < 0.3;
  }
}
