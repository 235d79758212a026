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

interface Renames {
  renamed(address: string): readonly string[] | undefined;
}

/** All names of an entry. Calendars, applications and the browsers of visitors know it by the first one: its oldest alias. */
export const namesOf = (address: string, site: Renames): readonly string[] => site.renamed(address) ?? [address];

export const lastingName = (address: string, site: Renames): string => namesOf(address, site)[0]!;
