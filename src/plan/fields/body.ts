/**
 * The body of an update. A service may replace a nested object as a whole, so a changed top-level key is sent as the
 * remote object with the managed leaves merged into it. Unmanaged and drifted values stay as they are on the target.
 */
import { valueAt, type JsonObject, type Path } from '../../values/json.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import type { Comparison } from './compare.ts';
import type { Desired } from './desired.ts';
import { keysOf, leafAt, leavesOf, namesAround, topLevelKey, withLeaf } from '../../values/leaves.ts';
import type { Change, PlannedPointer } from '../plan.ts';

export interface Body {
  readonly after: JsonObject;
  readonly pointers: readonly PlannedPointer[];
  readonly secrets: readonly Path[];
  /** The leaves that the update sets or clears. */
  readonly sets: readonly string[];
}

export function updateBody(desired: Desired, record: RemoteRecord | undefined, comparison: Comparison): Body {
  const pushed = new Set(comparison.push.map(({ name }) => name));
  const changedKeys = new Set([...pushed].map(topLevelKey));
  const managed = [...leavesOf(desired.fields)].filter(([name]) => changedKeys.has(topLevelKey(name)));
  const isPushed = (name: string): boolean => [name, ...namesAround(name)].some((each) => pushed.has(each));
  const sets = managed.map(([name]) => name).filter((name) => isPushed(name) || Object.hasOwn(comparison.agreed, name));
  const after = mergedInto(record?.fields ?? {}, { after: desired.fields, fields: comparison.push, sets });
  return {
    after,
    pointers: desired.pointers.filter(({ path, address }) => valueAt(after, path) === address),
    secrets: desired.secrets.filter((path) => valueAt(after, path) !== undefined),
    sets,
  };
}

/** The fields that an update changes, as the target has them now, with what the update sets and clears. */
export function mergedInto(present: JsonObject, { after = {}, fields, sets }: Updating): JsonObject {
  const changed = new Set(fields.map(({ name }) => topLevelKey(name)));
  const cleared = fields.filter(({ name }) => !sets.includes(name));
  const kept: JsonObject = Object.fromEntries(Object.entries(present).filter(([key]) => changed.has(key)));
  // First, because a value that becomes a group of fields makes room for them.
  const made = cleared.reduce(
    (body, { name }) => withLeaf(body, name, keysOf(name).length === 1 ? null : undefined),
    kept,
  );
  return sets.reduce((body, name) => withLeaf(body, name, leafAt(after, name)), made);
}

type Updating = Pick<Change, 'fields' | 'sets'> & { readonly after?: JsonObject | undefined };

export function createBody({ fields, pointers, secrets }: Desired): Body {
  const after = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  // A leaf that the file clears need not be sent, but it is still managed: a value that appears there later is drift.
  return { after, pointers, secrets, sets: [...leavesOf(fields).keys()] };
}
