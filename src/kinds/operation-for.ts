/** Chooses the declared operation for a verb on a target. */
import type { Operation, Verb } from './operation.ts';
import { operationsIn, type Profile } from './profile.ts';
import { kindNamed, type KindName } from './registry.ts';

export interface Reachable {
  readonly profile: Profile;
  /** True if an article has the same id on both surfaces. Otherwise the other surface's operations cannot be used. */
  readonly sharedArticleIds: boolean;
}

/**
 * Prefers documented operations to conventional ones, then operations on the kind's own surface. With an id, considers
 * only operations that accept it.
 */
export function operationFor(
  kind: KindName,
  verb: Verb,
  { profile, sharedArticleIds }: Reachable,
  id?: string,
): Operation | undefined {
  const declared = kindNamed(kind);
  const isForeign = ({ surface }: Operation): boolean => surface !== declared.surface;
  const usable = operationsIn(declared, profile).filter(
    (operation) =>
      operation.verb === verb &&
      (!isForeign(operation) || (sharedArticleIds && (id === undefined || fitsSurface(operation, id)))),
  );
  const rank = (operation: Operation): number => Number(!operation.documented) * 2 + Number(isForeign(operation));
  return usable.sort((a, b) => rank(a) - rank(b))[0];
}

/** Ids on Surface A have no fixed format, ids on Surface B do, so an id of Surface A may be invalid on Surface B. */
const fitsSurface = ({ surface }: Operation, id: string): boolean => surface === 'A' || /^[0-9a-f]{24}$/i.test(id);
