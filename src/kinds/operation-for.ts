/** Which declared operation serves a verb on a target. */
import type { Operation, Verb } from './operation.ts';
import { operationsIn, type Profile } from './profile.ts';
import { kindNamed, type KindName } from './registry.ts';

export interface Reachable {
  readonly profile: Profile;
  /** Whether an article has one id on both surfaces. If not, what the other surface offers is of no use. */
  readonly sharedArticleIds: boolean;
}

/**
 * The operation to use: one of the interface's own before one that is only conventional, then one of the kind's own
 * surface. With an id, only operations that can take it.
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

/** Ids on Surface A have no given form; those on Surface B do, so an id of the one may be none for the other. */
const fitsSurface = ({ surface }: Operation, id: string): boolean => surface === 'A' || /^[0-9a-f]{24}$/i.test(id);
