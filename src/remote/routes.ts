/** Which declared operation serves a verb on a target, and its path. */
import { SURFACE_BASE, type Operation, type Verb } from '../kinds/operation.ts';
import { operationsIn, type Profile } from '../kinds/profile.ts';
import { kindNamed, type KindName } from '../kinds/registry.ts';

export interface RouteOptions {
  readonly profile: Profile;
  readonly userId: string;
  readonly broadcastId: string;
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
  { profile, sharedArticleIds }: Pick<RouteOptions, 'profile' | 'sharedArticleIds'>,
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

export function pathOf({ surface, path }: Operation, { userId, broadcastId }: RouteOptions, id = ''): string {
  const values: Readonly<Record<string, string>> = { userId, broadcastId, id };
  return (SURFACE_BASE[surface] + path).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}
