/**
 * The names of entries that were renamed. Calendars, feeds and the browsers of visitors recognise an entry by the first
 * address that it had on the main line, so that a new file name is no new entry for them, and a new entry under an old
 * file name is not the earlier one.
 */
import { hasOtherId, type Identity } from './matching.ts';

/** The effect of a commit on the entries of the programme, by address. */
interface Renaming {
  readonly commit: string;
  /** The earlier addresses of entries, by their present one. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly removed: ReadonlyMap<string, Identity>;
  readonly added: ReadonlyMap<string, Identity>;
}

export class Names {
  #names = new Map<string, readonly string[]>();
  /** The entries that were removed, by their last address. */
  #gone = new Map<string, Identity>();
  #deleted = new Set<string>();

  /** A file that was absent for some time says nothing by its name alone. */
  deleteFile(address: string): void {
    this.#deleted.add(address);
  }

  /** Where earlier entries are now, by the address that they had. */
  follow({ commit, renamed, removed, added }: Renaming): ReadonlyMap<string, string> {
    for (const [address, entry] of removed) this.#gone.set(address, entry);
    const isBack = (address: string): boolean => added.has(address) && this.#isBack(address, added.get(address)!);
    const isNew = [...added.keys()].filter((address) => !isBack(address));
    const displaced = [...renamed.keys(), ...isNew]
      .filter((address) => this.#gone.has(address))
      .map((address) => [address, `${address}~until-${commit.slice(0, 10)}`] as const);
    for (const [address, as] of displaced) this.#move(address, as);
    this.#rename(renamed);
    for (const address of isNew) this.#add(address, commit);
    for (const address of [...renamed.keys(), ...added.keys()]) {
      this.#gone.delete(address);
      this.#deleted.delete(address);
    }
    return new Map([...[...renamed].map(([to, from]) => [from, to] as const), ...displaced]);
  }

  clear(): void {
    this.#names.clear();
    this.#gone.clear();
    this.#deleted.clear();
  }

  /** An earlier address that was the name of another entry, or that several have had, is no name any more. */
  byAddress(entries: Iterable<string>): ReadonlyMap<string, readonly string[]> {
    const firsts = new Set([...this.#names.values()].map(([first]) => first!));
    const counts = new Map<string, number>();
    const present = [...entries].map((address) => this.#of(address));
    for (const name of present.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
    return new Map(
      [...this.#names].map(([address, [first, ...others]]) => [
        address,
        [first!, ...others.filter((name) => (counts.get(name) ?? 0) <= 1 && !firsts.has(name))],
      ]),
    );
  }

  /** An entry that was withdrawn may come back under its address, with a new title if its file has stayed. */
  #isBack(address: string, entry: Identity): boolean {
    const gone = this.#gone.get(address);
    if (!gone) return false;
    if (gone.id !== undefined && gone.id === entry.id) return true;
    return gone.title === entry.title || !(this.#deleted.has(address) || hasOtherId(gone, entry));
  }

  #rename(renamed: ReadonlyMap<string, string>): void {
    const all = [...renamed].map(([to, from]) => [to, [...new Set([...this.#of(from), to])]] as const);
    for (const from of renamed.values()) this.#names.delete(from);
    for (const [to, names] of all) this.#names.set(to, names);
  }

  #move(address: string, as: string): void {
    const names = this.#of(address);
    this.#names.delete(address);
    this.#names.set(as, names);
  }

  /** A new entry may have the address that another one had first. */
  #add(address: string, commit: string): void {
    const isTaken = [...this.#names].some(([other, [first]]) => first === address && other !== address);
    if (isTaken) this.#names.set(address, [`${address}~${commit.slice(0, 10)}`]);
  }

  #of(address: string): readonly string[] {
    return this.#names.get(address) ?? [address];
  }
}
