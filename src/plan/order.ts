/**
 * The order follows the pointers: an object is created before the objects that point to it, and deleted after them.
 * Documents that point to each other, or to themselves, are created without the pointer that closes the cycle, and an
 * update sets it afterwards.
 */
import type { PlanInput } from './context.ts';
import { withoutValueAt } from '../values/json.ts';
import { leavesOf, topLevelKey } from '../values/leaves.ts';
import type { Change, PlannedPointer } from './plan.ts';
import { pointsAt } from './fields/remote-pointers.ts';
import { append } from '../values/long-lists.ts';

export function inOrder(changes: readonly Change[], input: PlanInput): readonly Change[] {
  const deletes = changes.filter(({ action }) => action === 'delete');
  const others = changes.filter(({ action }) => action !== 'delete');
  const sources = new Map(others.filter(givesId).map((change) => [change.address, change]));
  const ordered: Change[] = [];
  const placed = new Set<Change>();
  const underway = new Set<string>();

  const place = (change: Change): void => {
    if (placed.has(change)) return;
    placed.add(change);
    if (makesObject(change)) underway.add(change.address);
    const closing: PlannedPointer[] = [];
    const dependsOn = new Set<string>();
    for (const pointer of change.pointers) {
      const target = sources.get(pointer.address);
      if (!target) continue;
      if (underway.has(pointer.address)) closing.push(pointer);
      else {
        dependsOn.add(pointer.address);
        place(target);
      }
    }
    underway.delete(change.address);
    const [main, ...patches] = withoutClosing({ ...change, dependsOn: [...dependsOn] }, closing);
    ordered.push(main!);
    append(late, patches);
  };
  const late: Change[] = [];
  for (const change of others) place(change);
  return [...ordered, ...late, ...deletesInOrder(deletes, others, input)];
}

const makesObject = ({ action }: Change): boolean => action === 'create' || action === 'replace';

/** True if documents that point to this one learn its id only afterwards. */
const givesId = (change: Change): boolean =>
  makesObject(change) || change.action === 'adopt' || change.action === 'move';

/** The change without the pointers that close a cycle, and the update that sets them once everything exists. */
function withoutClosing(change: Change, closing: readonly PlannedPointer[]): readonly Change[] {
  if (closing.length === 0) return [change];
  const keys = new Set(closing.map(({ path }) => path[0] as string));
  const { after = {} } = change;
  const left = closing.reduce((body, { path }) => withoutValueAt(body, path), after);
  const full = Object.fromEntries(Object.entries(after).filter(([key]) => keys.has(key)));
  const patch: Change = {
    ...change,
    action: 'update',
    certainty: 'verified',
    after: full,
    pointers: change.pointers.filter(({ path }) => keys.has(path[0] as string)),
    secrets: change.secrets.filter(([key]) => keys.has(key as string)),
    fields: change.fields.filter(({ name }) => keys.has(topLevelKey(name))),
    sets: [...leavesOf(full).keys()],
    agreed: {},
    drops: [],
    reason: 'the documents point to each other: the pointer is set once both exist',
    dependsOn: [...new Set([change.address, ...closing.map(({ address }) => address)])],
  };
  return [{ ...change, after: left, pointers: change.pointers.filter((pointer) => !closing.includes(pointer)) }, patch];
}

/** After the updates that remove pointers to it, and after the deletion of objects that point to it. */
function deletesInOrder(deletes: readonly Change[], others: readonly Change[], input: PlanInput): readonly Change[] {
  if (deletes.length === 0) return [];
  const holders = new Map<string, Set<string>>();
  for (const change of [...others, ...deletes]) {
    for (const id of pointsAt(change, input.snapshot)) {
      holders.set(id, (holders.get(id) ?? new Set()).add(change.address));
    }
  }
  // The object of a change that waits is not shown, so nobody knows what it points to.
  const unseen = [...others, ...deletes].filter(({ id, waitsUntil }) => id !== undefined && waitsUntil !== undefined);
  const byAddress = Map.groupBy(deletes, ({ address }) => address);
  const ordered: Change[] = [];
  const placed = new Set<Change>();
  const place = (change: Change): void => {
    if (placed.has(change)) return;
    placed.add(change);
    const awaited = change.waitsUntil === undefined ? unseen.map(({ address }) => address) : [];
    const before = [...new Set([...(holders.get(change.id!) ?? []), ...awaited])].filter((at) => at !== change.address);
    for (const address of before) for (const other of byAddress.get(address) ?? []) place(other);
    ordered.push({ ...change, dependsOn: before });
  };
  for (const change of deletes) place(change);
  return ordered;
}
