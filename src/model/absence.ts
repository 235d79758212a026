/** Documents that visitors do not see, or not always. Apart from what finds them, which loads the kinds. */
import type { Address } from '../content/document.ts';

export interface Absence {
  readonly address: Address;
  readonly hidden?: 'private' | 'a draft';
  /** Visitors see it from then on, in milliseconds since 1970. */
  readonly from?: number;
  readonly until?: number;
}

/** The documents that visitors do not see, by reason, sorted by address. */
export interface LeftOut {
  /** Those whose `status` is not `published`. */
  readonly drafts: readonly Address[];
  /** Those that will be published later. */
  readonly scheduled: readonly Address[];
  /** Those with `isPrivate: true`. */
  readonly private: readonly Address[];
  /** Those whose time is over. */
  readonly ended: readonly Address[];
}

export interface Shown {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Drafts and scheduled documents are shown, too. */
  readonly drafts?: boolean;
}

/** Undefined for a document that visitors see. */
export function whyLeftOut(absence: Absence, { now, drafts = false }: Shown): keyof LeftOut | undefined {
  const { hidden, from = -Infinity, until = Infinity } = absence;
  if (hidden === 'private') return 'private';
  if (drafts) return undefined;
  if (hidden) return 'drafts';
  if (from > now) return 'scheduled';
  return until <= now ? 'ended' : undefined;
}

export function leftOutOf(absences: Iterable<Absence>, shown: Shown): LeftOut {
  const reasons = new Map<Address, keyof LeftOut>();
  for (const absence of absences) {
    const reason = whyLeftOut(absence, shown);
    if (reason) reasons.set(absence.address, reason);
  }
  const all = [...reasons].sort(([a], [b]) => (a < b ? -1 : 1));
  const because = (reason: keyof LeftOut): readonly Address[] =>
    all.flatMap(([address, each]) => (each === reason ? [address] : []));
  return {
    drafts: because('drafts'),
    scheduled: because('scheduled'),
    private: because('private'),
    ended: because('ended'),
  };
}
