/** Edits that a pull leaves out, because they would make a file invalid or the file must not be touched. */
import type { KindName } from '../kinds/registry.ts';
import { objectKey } from './files/names.ts';
import type { Proposal, Skipped } from './pull-plan.ts';

type Pulled = Pick<Proposal, 'kind' | 'id'>;

export class Refusals {
  readonly #documents = new Map<string, Skipped>();
  readonly #leaves = new Map<string, Map<string, string>>();

  refuse({ kind, id }: Pulled, skipped: Skipped): void {
    this.#documents.set(objectKey(kind, id), skipped);
  }

  /** The leaf or group of leaves, with the reason. */
  omit({ kind, id }: Pulled, leaf: string, reason: string): void {
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
