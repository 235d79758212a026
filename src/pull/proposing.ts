import type { Address } from '../content/document.ts';
import type { KindName } from '../kinds/registry.ts';
import type { Entity } from '../model/broadcast.ts';
import type { PlanInput } from '../plan/context.ts';
import { desire } from '../plan/fields/desired.ts';
import { identify } from '../plan/identity/identify-documents.ts';
import { identification, objectKey } from '../plan/identity/identity.ts';
import type { Change, Plan } from '../plan/plan.ts';
import type { Environment } from './environment.ts';
import type { Proposal, Skipped } from './pull-plan.ts';

export interface PullInput {
  readonly input: PlanInput;
  /** The differ's plan, made from the same input. */
  readonly plan: Plan;
  readonly theirs: boolean;
  /** True if fields that changed on the target and that a file does not have are written into it. */
  readonly allFields?: boolean;
  /**
   * Set if the other side is a source, which nothing is ever sent to: only the base knows its keys, so no file names an id, and
   * what vanished from it takes its file along unless somebody edited that. `argument`: what `gitcast import` takes to read it.
   * `placeOf`: where an object is, as `talks.csv:12`.
   */
  readonly source?:
    | { readonly argument: string; readonly placeOf: (kind: KindName, id: string) => string | undefined }
    | undefined;
  /** True if the file keeps what both sides changed, and that is recorded as decided. */
  readonly ours?: boolean;
  /** False if texts that both sides changed in the same lines are left out, instead of getting conflict markers. */
  readonly marks?: boolean;
  /** The Markdown bodies of the last sync. */
  readonly ancestors: ReadonlyMap<Address, string>;
  /** The name of the content folder in sources, for example `content/`. */
  readonly prefix: string;
  /** True if a file has uncommitted changes and must not be touched. */
  readonly isProtected: (file: string) => boolean;
  readonly environment: Environment;
}

/** The input of proposals. */
export interface Proposing extends PullInput {
  readonly sides: Sides;
  /** The changes that the differ left open: drift and conflicts; of a source also what both sides agree on. */
  readonly open: readonly Change[];
  /** Fields to add to files that do not have them, by address. */
  readonly unmanaged: ReadonlyMap<Address, readonly string[]>;
  readonly refusals: Refusals;
}

export type Sides = ReturnType<typeof sidesOf>;

/** A change that the differ leaves to a person or to a pull. */
export const isOpen = ({ action }: Change): boolean => action === 'drift' || action === 'conflict';

/** The documents as the differ sees them: the object of each, and how it would be sent. */
export function sidesOf(input: PlanInput) {
  const { identities, orphans } = identify([...input.broadcast.entities.values()], input);
  const pointed = identification(identities, input);
  return { identities, orphans, desired: (entity: Entity) => desire(entity, input, pointed) };
}

/** Edits that a pull leaves out, because they would make a file invalid or the file must not be touched. */
export class Refusals {
  readonly #documents = new Map<string, Skipped>();
  readonly #leaves = new Map<string, Map<string, string>>();

  refuse({ kind, id, address, edits }: Proposal, reason: string): void {
    this.#documents.set(objectKey(kind, id), { address, file: edits[0]!.file, fields: [], reason });
  }

  /** The leaf or group of leaves, with the reason. */
  omit({ kind, id }: Proposal, leaf: string, reason: string): void {
    const key = objectKey(kind, id);
    this.#leaves.set(key, (this.#leaves.get(key) ?? new Map<string, string>()).set(leaf, reason));
  }

  isRefused(kind: KindName, id: string): boolean {
    return this.#documents.has(objectKey(kind, id));
  }

  omitted(kind: KindName, id: string): ReadonlyMap<string, string> {
    return this.#leaves.get(objectKey(kind, id)) ?? new Map();
  }

  documents(): readonly Skipped[] {
    return [...this.#documents.values()];
  }
}
