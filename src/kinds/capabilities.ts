import type { Kind } from './kind.ts';
import { operationsIn, type Profile, type Operation, type Verb } from './operation.ts';
import { kindNamed, type KindName } from './registry.ts';

/**
 * How far a sync can manage the documents of a kind.
 *
 * - `whole`: creates, updates and deletes; `part`: some of it
 * - `bound`: only updates, and only files whose `$id` names the remote object
 * - `read`: ids are learnt, nothing is written; `site`: rendered, never synced
 * - `service`: personal data or history, never kept in files
 */
type Reach = 'whole' | 'part' | 'bound' | 'read' | 'site' | 'service';

/** `yes`: its own operation; `replace`: creates a new one, then deletes the old; `manual`: by a person; `no`: never. */
type Way = 'yes' | 'replace' | 'manual' | 'no';

export interface Capabilities {
  readonly reach: Reach;
  readonly read: boolean;
  readonly create: Way;
  readonly update: Way;
  readonly delete: Way;
  /** The same in words. */
  readonly summary: string;
}

export function capabilities(
  kind: Kind,
  profile: Profile,
  { sharedArticleIds = true }: Partial<Pick<Reachable, 'sharedArticleIds'>> = {},
): Capabilities {
  const usable = operationsIn(kind, profile).filter(({ surface }) => surface === kind.surface || sharedArticleIds);
  const verbs = new Set(usable.map(({ verb }) => verb));
  const read = verbs.has('list') || verbs.has('read');
  const ways = kind.folder === undefined ? NOTHING : waysOf(kind, verbs);
  const reach = reachOf(kind, ways, read);
  return { reach, read, ...ways, summary: inWords(kind, reach, ways) };
}

type Ways = Pick<Capabilities, 'create' | 'update' | 'delete'>;
const NOTHING: Ways = { create: 'no', update: 'no', delete: 'no' };

function waysOf(kind: Kind, verbs: ReadonlySet<Verb>): Ways {
  const [canUpdate, canDelete] = [verbs.has('update'), verbs.has('delete')];
  if (kind.single) return { ...NOTHING, update: canUpdate ? 'yes' : 'manual' };
  if (!verbs.has('create')) return { ...NOTHING, update: canUpdate ? 'yes' : 'no' };
  const replaced = canDelete ? 'replace' : 'manual';
  return { create: 'yes', update: canUpdate ? 'yes' : replaced, delete: canDelete ? 'yes' : 'manual' };
}

function reachOf(kind: Kind, ways: Ways, read: boolean): Reach {
  if (kind.folder === undefined) return 'service';
  if (ways.create === 'yes') return ways.update === 'yes' && ways.delete === 'yes' ? 'whole' : 'part';
  if (ways.update !== 'yes') return read ? 'read' : 'site';
  return kind.single ? 'part' : 'bound';
}

const inWords = (kind: Kind, reach: Reach, ways: Ways): string =>
  ({
    whole: 'created, updated and deleted',
    bound: 'updated where a file has `$id`',
    read: 'read to learn ids, not written',
    site: 'site only: rendered, not synced',
    service: 'on the service only, never in files',
    part: kind.single ? 'updated' : `created; ${changing(ways)}`,
  })[reach];

function changing({ update, delete: remove }: Ways): string {
  if (update === 'replace') return 'changed by replacing it; deleted';
  if (update === 'manual') return 'changing and deleting it is manual';
  return remove === 'manual' ? 'updated; deleting it is manual' : 'updated';
}

export interface Reachable {
  readonly profile: Profile;
  /** True if an article has the same id on both surfaces. Otherwise the other surface's operations cannot be used. */
  readonly sharedArticleIds: boolean;
}

/**
 * The declared operation for a verb on a target. Prefers documented operations to conventional ones, then operations on
 * the kind's own surface. With an id, considers only operations that accept it.
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
