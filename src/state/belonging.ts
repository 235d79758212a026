/**
 * Decides whether a stored state belongs to the current target, for every store and command. State of the first version
 * does not name its target. It belongs to the target that has the same broadcast and shows its objects.
 */
import { UserError } from '../diagnostics/errors.ts';
import type { Base, BaseEntry } from '../model/base.ts';
import {
  describeDifference,
  differingParts,
  folderName,
  type IdentityPart,
  type TargetIdentity,
} from '../model/target-identity.ts';

export interface BelongingOptions {
  /** The target's name. */
  readonly target: string;
  readonly identity: TargetIdentity;
  /**
   * True if the target shows any of these objects; undefined if it offers no way to see them. Absent if the target is
   * not asked.
   */
  readonly showsAny?: ((entries: readonly BaseEntry[]) => Promise<boolean | undefined>) | undefined;
}

/** The stored state: the target it was made for, if recorded, and its content. */
export interface Found {
  readonly identity: TargetIdentity | undefined;
  readonly base: Base;
}

export type Verdict = 'ours' | 'foreign' | 'unclear';

export class Belonging {
  readonly target: string;
  readonly identity: TargetIdentity;
  readonly #showsAny: BelongingOptions['showsAny'];
  #moved: TargetIdentity | undefined;
  /** Commands check more than once, and the target is asked only once. */
  readonly #seen = new Map<string, Promise<boolean | undefined>>();

  constructor({ target, identity, showsAny }: BelongingOptions) {
    this.target = target;
    this.identity = identity;
    this.#showsAny = showsAny;
  }

  async of({ identity, base }: Found): Promise<Verdict> {
    if (identity)
      return [this.identity, this.#moved].some((ours) => ours && isSame(identity, ours)) ? 'ours' : 'foreign';
    if (isForOtherBroadcast(base, this.identity)) return 'foreign';
    return (await this.#isShown(base)) ? 'ours' : 'unclear';
  }

  /** Throws if the state does not belong to the target. */
  async assertOurs(found: Found): Promise<void> {
    const verdict = await this.of(found);
    if (verdict === 'ours') return;
    throw found.identity ? this.mismatch(found.identity) : this.#unclaimed(verdict, found.base);
  }

  /**
   * Throws unless the state is for the same broadcast, and that broadcast is on this target. From then on it belongs to
   * the target.
   */
  async assertMovable({ identity, base }: Found): Promise<void> {
    const isOther = identity
      ? identity.broadcastId !== this.identity.broadcastId
      : isForOtherBroadcast(base, this.identity);
    if (isOther) throw identity ? this.mismatch(identity) : this.#unclaimed('foreign', base);
    if (await this.#isShown(base)) {
      this.#moved = identity;
      return;
    }
    throw new UserError(`the state was not moved: ${this.target} shows none of the objects in it`, {
      suggestion: `check baseUrl; if the service was emptied, run \`gitcast state rebuild --target ${this.target}\``,
    });
  }

  mismatch(made: TargetIdentity): UserError {
    const { target, identity } = this;
    return new UserError(
      `the state of ${target} was made for a different target: ${describeDifference(made, identity)}`,
      {
        suggestion: waysOut(target, made, differingParts(made, identity)),
      },
    );
  }

  /** Another configuration in the repository manages this broadcast. */
  managedElsewhere({ folder }: TargetIdentity): UserError {
    const { target, identity } = this;
    return new UserError(
      `the broadcast of ${target} is already managed from ${folderName(folder)}, and two configurations would delete each other's objects`,
      {
        suggestion: `if the configuration was moved to ${folderName(identity.folder)}, run \`gitcast state move --target ${target}\`; if it is a copy, give it its own broadcastId`,
      },
    );
  }

  #unclaimed(verdict: Verdict, base: Base): UserError {
    const { target, identity } = this;
    if (verdict === 'foreign') {
      const made = broadcastIn(base)!;
      const why = `was made for a different broadcast, ${made} (here ${identity.broadcastId})`;
      return new UserError(`the state of ${target} ${why}`, { suggestion: forAnotherEdition(target, made) });
    }
    const why = `may belong to a different broadcast: ${target} shows none of its ${base.entries.size} objects`;
    return new UserError(`the state of ${target} was written by an older gitcast and ${why}`, {
      suggestion: `run \`gitcast state rebuild --target ${target}\`: it finds everything on the target again by title, and creates nothing twice`,
    });
  }

  async #isShown(base: Base): Promise<boolean> {
    const others = [...base.entries.values()].filter(({ kind }) => kind !== 'broadcast');
    const showsAny = this.#showsAny;
    if (others.length === 0 || !showsAny) return true;
    const key = others.map(({ id }) => id).join();
    const seen = this.#seen.get(key) ?? showsAny(others);
    this.#seen.set(key, seen);
    return (await seen) ?? broadcastIn(base) !== undefined;
  }
}

const isSame = (one: TargetIdentity, other: TargetIdentity): boolean => differingParts(one, other).length === 0;

const broadcastIn = ({ entries }: Base): string | undefined =>
  [...entries.values()].find(({ kind }) => kind === 'broadcast')?.id.toLowerCase();

/** For a state that does not record its target. */
export const isForOtherBroadcast = (base: Base, { broadcastId }: TargetIdentity): boolean =>
  (broadcastIn(base) ?? broadcastId) !== broadcastId;

const forAnotherEdition = (target: string, made: string): string =>
  `for a new edition, run \`gitcast state rebuild --target ${target}\`, which deletes nothing on the old broadcast, or give the new broadcast its own target; if this is a mistake, set broadcastId back to ${made}`;

function waysOut(target: string, made: TargetIdentity, parts: readonly IdentityPart[]): string {
  if (parts.includes('broadcastId')) return forAnotherEdition(target, made.broadcastId);
  const moved = `run \`gitcast state move --target ${target}\``;
  const setting = parts.find((part) => part !== 'folder');
  if (setting !== undefined) {
    return `if the service has moved, ${moved}; if it was emptied, run \`gitcast state rebuild --target ${target}\`; if this is a mistake, set ${setting} back to ${made[setting]}`;
  }
  return `if the configuration was moved here, ${moved}; if it is a copy, give it its own broadcastId`;
}
