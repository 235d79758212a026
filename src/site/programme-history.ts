import type { Entity } from '../model/broadcast.ts';

/**
 * The history of the programme, from the git history of the content. Instants are those of commits, never of a clock.
 */

/** How often and when a document of the programme was revised on the default branch. */
export interface Revision {
  /** When its first commit was made, in milliseconds since the epoch. */
  readonly created: number;
  /** When the last commit that changed it was made. */
  readonly modified: number;
  /** The number of later commits that changed one of its files. */
  readonly sequence: number;
}

/** Time and place of an entry in one version of the programme. */
export interface Appointment {
  readonly title: string;
  readonly start: number;
  readonly end: number;
  /** The address of the place, and its title at that commit. */
  readonly place?: { readonly address: string; readonly title: string };
}

/** One thing that changed in the programme. Which one, if any, of the two sides is absent follows from `type`. */
export interface ProgrammeChange {
  readonly address: string;
  readonly at: number;
  readonly commit: string;
  readonly type: 'new' | 'moved' | 'retitled' | 'cancelled' | 'restored' | 'removed';
  readonly from?: Appointment;
  readonly to?: Appointment;
}

export interface SiteHistory {
  readonly head: string;
  /** By address. */
  readonly revisions: ReadonlyMap<string, Revision>;
  /** The latest first. */
  readonly changes: readonly ProgrammeChange[];
}

/**
 * The names of each entry. Calendars, applications and the browsers of visitors know it by the first one, its oldest
 * address. A name is never that of two: an address stays with the entry that left it, and a new entry there has another.
 */
export function entryNames(entries: readonly Entity[]): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string>();
  for (const { address, local } of entries)
    for (const alias of local.aliases ?? [])
      if (!alias.startsWith('/') && !owners.has(alias)) owners.set(alias, address);
  // No address has this sign.
  for (const { address } of entries) owners.set(owners.has(address) ? `${address}~` : address, address);
  return Map.groupBy(owners.keys(), (name) => owners.get(name)!);
}
