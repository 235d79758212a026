/**
 * The names of entries that were renamed. Calendars, feeds and the browsers of visitors recognise an entry by the first
 * address that it had on the main line, so that a new file name is no new entry for them.
 */
export class Names {
  #names = new Map<string, readonly string[]>();

  /** The present addresses of entries, with the ones that a commit replaced. */
  rename(renamed: ReadonlyMap<string, string>): void {
    const all = [...renamed].map(([to, from]) => [to, [...new Set([...this.#of(from), to])]] as const);
    for (const from of renamed.values()) this.#names.delete(from);
    for (const [to, names] of all) this.#names.set(to, names);
  }

  /** A new entry may have the address that another one had first. */
  add(address: string, { commit, isPresent }: { commit: string; isPresent: (address: string) => boolean }): void {
    this.#names.delete(address);
    const isTaken = [...this.#names].some(([other, [first]]) => first === address && isPresent(other));
    if (isTaken) this.#names.set(address, [`${address}~${commit.slice(0, 10)}`, address]);
  }

  clear(): void {
    this.#names.clear();
  }

  /** An earlier address that now belongs to another entry, or that several have had, is no name any more. */
  byAddress(entries: Iterable<string>): ReadonlyMap<string, readonly string[]> {
    const counts = new Map<string, number>();
    const present = [...entries].map((address) => this.#of(address));
    for (const name of present.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
    return new Map(
      [...this.#names].map(([address, [first, ...others]]) => [
        address,
        [first!, ...others.filter((name) => (counts.get(name) ?? 0) <= 1)],
      ]),
    );
  }

  #of(address: string): readonly string[] {
    return this.#names.get(address) ?? [address];
  }
}
