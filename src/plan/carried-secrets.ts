import { nameAt, secretPaths } from '../exchange/secrets.ts';
import type { Action, Change } from './plan.ts';

/** A secret that a plan would send. */
export interface CarriedSecret {
  /** The name of the variable. */
  readonly name: string;
  /** The documents whose requests carry it. */
  readonly addresses: readonly string[];
}

const SENT: ReadonlySet<Action> = new Set<Action>(['create', 'update', 'replace']);

/**
 * The secrets that the requests of a plan carry. Taken from the changes themselves, so it is also correct for a saved
 * plan.
 */
export function carriedSecrets({ changes }: { readonly changes: readonly Change[] }): readonly CarriedSecret[] {
  const named = changes
    .filter(({ action }) => SENT.has(action))
    .flatMap(({ address, kind, after = {} }) =>
      secretPaths(kind, after).map((path) => ({ address, name: nameAt(after, path) })),
    );
  const uses = Map.groupBy(named, ({ name }) => name);
  return [...uses.keys()]
    .toSorted()
    .map((name) => ({ name, addresses: [...new Set(uses.get(name)!.map(({ address }) => address))] }));
}
