/**
 * Whether what is kept belongs to the target at hand: the one place where that is decided, for every store and command.
 * State of the first version does not say for which target it was made. It belongs to the one whose broadcast is in it and
 * which shows its objects.
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
  /** Whether the target shows any of these objects; undefined where it offers no way to see them. Absent where it is not asked. */
  readonly showsAny?: ((entries: readonly BaseEntry[]) => Promise<boolean | undefined>) | undefined;
}

/** What was found: which target it was made for, where it says so, and what it knows. */
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
  /** Commands look more than once, and the target need not be asked each time. */
  readonly #seen = new Map<string, Promise<boolean | undefined>>();

  constructor({ target, identity, showsAny }: BelongingOptions) {
    this.target = target;
    this.identity = identity;
    this.#showsAny = showsAny;
  }

  async of({ identity, base }: Found): Promise<Verdict> {
    if (identity)
      return [this.identity, this.#moved].some((ours) => ours && isSame(identity, ours)) ? 'ours' : 'foreign';
    if (isOfAnotherBroadcast(base, this.identity)) return 'foreign';
    return (await this.#isShown(base)) ? 'ours' : 'unclear';
  }

  /** Throws where it is not ours. */
  async assertOurs(found: Found): Promise<void> {
    const verdict = await this.of(found);
    if (verdict === 'ours') return;
    throw found.identity ? this.mismatch(found.identity) : this.#unclaimed(verdict, found.base);
  }

  /** Throws unless it is about the same broadcast, and that is here. From then on it counts as ours. */
  async assertMovable({ identity, base }: Found): Promise<void> {
    const isOther = identity
      ? identity.broadcastId !== this.identity.broadcastId
      : isOfAnotherBroadcast(base, this.identity);
    if (isOther) throw identity ? this.mismatch(identity) : this.#unclaimed('foreign', base);
    if (await this.#isShown(base)) {
      this.#moved = identity;
      return;
    }
    throw new UserError(`the state was not moved: ${this.target} shows none of the objects that it knows`, {
      suggestion: `check baseUrl; if the service was emptied, run \`gitcast state rebuild --target ${this.target}\``,
    });
  }

  mismatch(made: TargetIdentity): UserError {
    const { target, identity } = this;
    return new UserError(`the state of ${target} was made for another target: ${describeDifference(made, identity)}`, {
      suggestion: waysOut(target, made, differingParts(made, identity)),
    });
  }

  /** Another configuration of the repository manages this broadcast. */
  managedElsewhere({ folder }: TargetIdentity): UserError {
    const { target, identity } = this;
    return new UserError(
      `the broadcast of ${target} is already managed from ${folderName(folder)}, and two configurations would delete each other's objects`,
      {
        suggestion: `if the configuration was moved to ${folderName(identity.folder)}, run \`gitcast state move --target ${target}\`; if it is a copy, give it a broadcastId of its own`,
      },
    );
  }

  #unclaimed(verdict: Verdict, base: Base): UserError {
    const { target, identity } = this;
    if (verdict === 'foreign') {
      const made = broadcastIn(base)!;
      const why = `was made for another broadcast, ${made} (here ${identity.broadcastId})`;
      return new UserError(`the state of ${target} ${why}`, { suggestion: forAnotherEdition(target, made) });
    }
    const why = `may belong to another broadcast: ${target} shows none of its ${base.entries.size} objects`;
    return new UserError(`the state of ${target} was written by an older gitcast and ${why}`, {
      suggestion: `run \`gitcast state rebuild --target ${target}\`: it finds everything again on the target by title, and creates nothing twice`,
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

/** Said of what carries no identity itself. */
export const isOfAnotherBroadcast = (base: Base, { broadcastId }: TargetIdentity): boolean =>
  (broadcastIn(base) ?? broadcastId) !== broadcastId;

const forAnotherEdition = (target: string, made: string): string =>
  `for a new edition run \`gitcast state rebuild --target ${target}\`, which deletes nothing on the old broadcast, or give the new broadcast a target of its own; if it is a mistake, set broadcastId back to ${made}`;

function waysOut(target: string, made: TargetIdentity, parts: readonly IdentityPart[]): string {
  if (parts.includes('broadcastId')) return forAnotherEdition(target, made.broadcastId);
  const moved = `run \`gitcast state move --target ${target}\``;
  const setting = parts.find((part) => part !== 'folder');
  if (setting !== undefined) {
    return `if the service has moved, ${moved}; if it was emptied, run \`gitcast state rebuild --target ${target}\`; if it is a mistake, set ${setting} back to ${made[setting]}`;
  }
  return `if the configuration was moved here, ${moved}; if it is a copy, give it a broadcastId of its own`;
}
