/**
 * An object on the target belongs to one document. With two addresses for one object, deleting the file of one would
 * delete the object of the other.
 */
import type { BaseEntry } from '../model/base.ts';

type Entries = ReadonlyMap<string, BaseEntry>;

/** Ids are unique only within a kind. */
const objectOf = ({ kind, id }: Pick<BaseEntry, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The first object that several addresses have. */
export function sharedObject(entries: Entries) {
  const first = new Map<string, string>();
  for (const [address, entry] of entries) {
    const other = first.get(objectOf(entry));
    if (other !== undefined) return { id: entry.id, addresses: [other, address] };
    first.set(objectOf(entry), address);
  }
  return undefined;
}

/** Entries in which the addresses of objects can be looked up. */
export class Addresses {
  readonly #entries: Map<string, BaseEntry>;
  /** By object. Its entry may have been removed or replaced since. */
  #last: Map<string, string> | undefined;

  constructor(entries: Map<string, BaseEntry>) {
    this.#entries = entries;
  }

  of(object: Pick<BaseEntry, 'kind' | 'id'>): string | undefined {
    this.#last ??= new Map([...this.#entries].map(([address, entry]) => [objectOf(entry), address]));
    const last = this.#last.get(objectOf(object));
    const there = last === undefined ? undefined : this.#entries.get(last);
    return there && objectOf(there) === objectOf(object) ? last : undefined;
  }

  /** Sets an entry and removes the previous address of its object. */
  set(address: string, entry: BaseEntry): void {
    const previous = this.of(entry);
    if (previous !== undefined) this.#entries.delete(previous);
    this.#last!.set(objectOf(entry), address);
    this.#entries.set(address, entry);
  }
}
