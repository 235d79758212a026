/**
 * The body of an update. A service may replace a nested object as a whole, so a changed top-level key is sent as the
 * remote object with the managed leaves merged into it. Unmanaged and drifted values stay as they are on the target.
 */
import { valueAt, type JsonObject, type Path } from '../../values/json.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import type { Comparison } from './compare.ts';
import type { Desired } from './desired.ts';
import { keysOf, leavesOf, namesAround, topLevelKey, withLeaf } from '../../values/leaves.ts';
import type { PlannedPointer } from '../plan.ts';

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
  const merged = managed.filter(([name]) => isPushed(name) || Object.hasOwn(comparison.agreed, name));
  const mergedNames = new Set(merged.map(([name]) => name));
  const cleared = [...pushed].filter((name) => !mergedNames.has(name));

  let after: JsonObject = Object.fromEntries(
    Object.entries(record?.fields ?? {}).filter(([key]) => changedKeys.has(key)),
  );
  // First, because a value that becomes a group of fields makes room for them.
  for (const name of cleared) after = withLeaf(after, name, keysOf(name).length === 1 ? null : undefined);
  for (const [name, value] of merged) after = withLeaf(after, name, value);
  return {
    after,
    pointers: desired.pointers.filter(({ path, address }) => valueAt(after, path) === address),
    secrets: desired.secrets.filter((path) => valueAt(after, path) !== undefined),
    sets: [...mergedNames],
  };
}

export function createBody({ fields, pointers, secrets }: Desired): Body {
  const after = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  // A leaf that the file clears need not be sent, but it is still managed: a value that appears there later is drift.
  return { after, pointers, secrets, sets: [...leavesOf(fields).keys()] };
}
