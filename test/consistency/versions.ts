/**
 * The values that a field of a document had, and when. Every value has one write, so a history is linearizable exactly if
 * no two values each have to come before the other: Gibbons and Korach, "Testing Shared Memories", 1997. A change with an
 * If-Match is a write of the new value and, at the same moment, a read of the one it expects.
 */
import { FIELDS, type Document, type Field, type History, type Operation, type Values } from './history.ts';

/** The value of every field of a document that was deleted. */
export const GONE = 'gone';

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly operation: Operation;
}

/** Of all that is known of a value, only the extremes matter. */
export interface Version {
  readonly id: string;
  readonly field: Field;
  readonly value: string;
  write?: Span;
  /** What ended first and what began last, of the write and all reads. */
  first?: Span;
  last?: Span;
}

export type Register = ReadonlyMap<string, Version>;

export class Versions {
  readonly #registers = new Map<string, Map<string, Version>>();

  all(): Iterable<Register> {
    return this.#registers.values();
  }

  of(id: string, field: Field, value: string): Version {
    const name = `${id} ${field}`;
    let register = this.#registers.get(name);
    if (!register) this.#registers.set(name, (register = new Map()));
    let version = register.get(value);
    if (!version) register.set(value, (version = { id, field, value }));
    return version;
  }

  find(id: string, field: Field, value: string): Version | undefined {
    return this.#registers.get(`${id} ${field}`)?.get(value);
  }

  read(id: string, values: Partial<Values> | typeof GONE, operation: Operation): void {
    for (const field of FIELDS) {
      const value = values === GONE ? GONE : values[field];
      if (value !== undefined) see(this.of(id, field, value), spanOf(operation));
    }
  }

  /** A request that is repeated with its idempotency key is one write: begun by the first, done when one is answered. */
  write(id: string, values: Partial<Values> | typeof GONE, operation: Operation): void {
    for (const field of FIELDS) {
      const value = values === GONE ? GONE : values[field];
      if (value === undefined) continue;
      const version = this.of(id, field, value);
      const span = spanOf(operation);
      const { write } = version;
      version.write = write
        ? { ...write, start: Math.min(write.start, span.start), end: Math.min(write.end, span.end) }
        : span;
    }
  }

  /** Leaves only what happened: an unanswered write that nobody saw may not have. To be called once, at the end. */
  settle(): void {
    for (const register of this.#registers.values())
      for (const [value, version] of register) {
        if (version.first === undefined && version.write?.end === Infinity) register.delete(value);
        else if (version.write) see(version, version.write);
      }
  }
}

function see(version: Version, span: Span): void {
  if (!version.first || span.end < version.first.end) version.first = span;
  if (!version.last || span.start > version.last.start) version.last = span;
}

const spanOf = (operation: Operation): Span => ({
  start: operation.invoked,
  end: operation.result.is === 'unknown' ? Infinity : operation.completed,
  operation,
});

/** Every document that an answer shows as it is. A repeated creation gets its first answer again, however old. */
export function shownBy({ action, result }: Operation): readonly Document[] {
  if (result.is === 'listed') return result.documents;
  return result.is === 'ok' && result.document && action.does !== 'create' ? [result.document] : [];
}

/** The documents of each creation, also if its answer was lost. More than one is one too many. */
export function documentsByOrigin(history: History): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const operation of history) {
    const { action, result } = operation;
    const created = action.does === 'create' && result.is === 'ok' ? [result.document!] : [];
    const expected = 'ifMatch' in action && action.ifMatch ? [{ id: action.id, values: action.ifMatch }] : [];
    for (const { id, values } of [...created, ...expected, ...shownBy(operation)]) {
      const origin = originOf(values);
      found.set(origin, (found.get(origin) ?? new Set()).add(id));
    }
  }
  return found;
}

/** A title is the name of its document's creation and a number: `12.0`, then `12.1`. */
export const originOf = ({ title }: Values): string => title.split('.')[0]!;
