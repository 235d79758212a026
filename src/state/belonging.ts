/** Decides whether a stored state belongs to the current target, for every store and command. */
import { UserError } from '../diagnostics/errors.ts';
import {
  describeDifference,
  differingParts,
  folderName,
  isSameBroadcast,
  type IdentityPart,
  type TargetIdentity,
} from '../model/target-identity.ts';
import { onceEach } from '../values/once-each.ts';
import type { LoadedState, State } from './store.ts';

/**
 * A folder that a state of our broadcast was made for. `renamed`: this history had a configuration there, and only ours
 * manages the broadcast now. `not-here`: this history never had one there. `in-use`: another configuration may manage it.
 */
export type FolderStanding = 'renamed' | 'not-here' | 'in-use';

export interface BelongingOptions {
  /** The target's name. */
  readonly target: string;
  readonly identity: TargetIdentity;
  /** The service itself has just reported the identity. */
  readonly isReported?: true;
  /** Absent if a folder cannot be renamed. */
  readonly standingOf?: ((folder: string) => Promise<FolderStanding>) | undefined;
}

/** A state and the target that it was made for, which is undefined if nothing is stored. */
export type Stored<S extends State = LoadedState> = S & { readonly identity: TargetIdentity | undefined };

export class Belonging {
  readonly target: string;
  readonly identity: TargetIdentity;
  readonly #standingOf: BelongingOptions['standingOf'];

  constructor({ target, identity, standingOf }: BelongingOptions) {
    this.target = target;
    this.identity = identity;
    this.#standingOf = standingOf && onceEach(standingOf);
  }

  /** True if a state that was made for a target belongs to ours. */
  async isOurs(made: TargetIdentity): Promise<boolean> {
    return isSame(made, this.identity) || this.isRenamed(made);
  }

  async assertOurs(made: TargetIdentity | undefined): Promise<void> {
    if (made && !(await this.isOurs(made))) throw await this.refusal(made);
  }

  async refusal(made: TargetIdentity): Promise<UserError> {
    return (await this.#standing(made)) === 'not-here' ? this.#movedAway(made) : this.mismatch(made);
  }

  /** A stored state as commands get it. Throws if it does not belong to the target. */
  async accept({ identity: made, ...state }: Stored): Promise<LoadedState> {
    await this.assertOurs(made);
    if (!made || isSame(made, this.identity)) return state;
    return { ...state, renamed: true, note: this.renamedNote(made) };
  }

  /** True if a state was made for this broadcast in a folder that has our name now. */
  async isRenamed(made: TargetIdentity): Promise<boolean> {
    return (await this.#standing(made)) === 'renamed';
  }

  async #standing(made: TargetIdentity): Promise<FolderStanding> {
    const { folder } = made;
    if (!this.#standingOf || folder === this.identity.folder || !isSameBroadcast(made, this.identity)) return 'in-use';
    return this.#standingOf(folder);
  }

  mismatch(made: TargetIdentity): UserError {
    const { target, identity } = this;
    const suggestion = waysOut(target, made, differingParts(made, identity));
    const difference = describeDifference(made, identity);
    return new UserError(`the state of ${target} was made for a different target: ${difference}`, { suggestion });
  }

  /** Another configuration in the repository manages this broadcast. */
  async managedElsewhere(made: TargetIdentity): Promise<UserError> {
    if ((await this.#standing(made)) === 'not-here') return this.#movedAway(made);
    const { target, identity } = this;
    const suggestion = `if the configuration was moved to ${folderName(identity.folder)}, delete the one in ${folderName(made.folder)} and commit; if it is a copy, give it its own broadcastId`;
    return new UserError(
      `the broadcast of ${target} is already managed from ${folderName(made.folder)}, and two configurations would delete each other's objects`,
      { suggestion },
    );
  }

  /** The usual reason is a branch that is older than the renaming. */
  #movedAway({ folder }: TargetIdentity): UserError {
    const { target, identity } = this;
    const suggestion =
      'merge the branch that renamed it, usually the default branch; if this is a copy, give it its own broadcastId';
    return new UserError(
      `the broadcast of ${target} is managed from ${folderName(folder)} now, which this checkout never had; here it is managed from ${folderName(identity.folder)}`,
      { suggestion },
    );
  }

  /** For people, while a state is still stored for the folder that was renamed. */
  renamedNote({ folder }: TargetIdentity): string {
    return `${folderName(folder)} was renamed to ${folderName(this.identity.folder)}: the next sync moves the state of ${this.target} with it`;
  }
}

const isSame = (one: TargetIdentity, other: TargetIdentity): boolean => differingParts(one, other).length === 0;

const forAnotherEdition = (target: string, made: string): string =>
  `for a new edition, run \`gitcast state rebuild --target ${target}\`, which deletes nothing on the old broadcast, or give the new broadcast its own target; if this is a mistake, set broadcastId back to ${made}`;

function waysOut(target: string, made: TargetIdentity, parts: readonly IdentityPart[]): string {
  if (parts.includes('broadcastId')) return forAnotherEdition(target, made.broadcastId);
  const setting = parts.find((part) => part !== 'folder');
  if (setting === undefined)
    return 'delete the other configuration and commit; if this is a copy, give it its own broadcastId';
  return `if the service has moved or was emptied, run \`gitcast state rebuild --target ${target}\`; if this is a mistake, set ${setting} back to ${made[setting]}`;
}
