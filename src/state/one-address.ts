/**
 * An object on the target belongs to one document. With two addresses for one object, deleting the file of one would
 * delete the object of the other.
 */
import { type BaseEntry, replacedBy, withoutReplaced, withReplaced } from '../model/base.ts';

type Entries = ReadonlyMap<string, BaseEntry>;
type Addressed = readonly [address: string, entry: BaseEntry];

/** Ids are unique only within a kind. */
const objectOf = ({ kind, id }: Pick<BaseEntry, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The first object that several addresses have. */
export function sharedObject(entries: Entries) {
  const first = new Map<string, string>();
  for (const [address, entry] of entries) {
    const other = first.get(objectOf(entry));
    if (other !== undefined) return { id: entry.id, addresses: [other, address] };
    first.set(objectOf(entry), address);
  }
  return undefined;
}

/** Returns a function that sets an entry and removes the previous address of its object. */
export function setterOf(entries: Map<string, BaseEntry>): (address: string, entry: BaseEntry) => void {
  let addresses: Map<string, string> | undefined;
  return (address, entry) => {
    const object = objectOf(entry);
    addresses ??= new Map([...entries].map(([each, { kind, id }]) => [objectOf({ kind, id }), each]));
    const previous = addresses.get(object);
    // Its entry may have been removed or replaced since.
    const there = previous === undefined ? undefined : entries.get(previous);
    if (previous !== undefined && there && objectOf(there) === object) entries.delete(previous);
    addresses.set(object, address);
    entries.set(address, entry);
  };
}

/**
 * Entries of two runs, one of which moved a document while the other wrote it at its old address: the object keeps the
 * new address, with what was written last. An object that a document has is not one that another document replaced.
 */
export function withOneAddress(entries: Entries, ancestor: Entries): Entries {
  const groups = Map.groupBy(entries, ([, entry]) => objectOf(entry));
  const single = new Map([...groups.values()].map((group) => merged(group, ancestor)));
  for (const [address, entry] of single) {
    const live = replacedBy(entry).filter((id) => groups.has(objectOf({ kind: entry.kind, id })));
    if (live.length > 0) single.set(address, withoutReplaced(entry, live));
  }
  return single;
}

function merged(group: readonly Addressed[], ancestor: Entries): Addressed {
  if (group.length === 1) return group[0]!;
  const latestFirst = group.toSorted(
    ([a, one], [b, other]) => (other.writtenAt ?? 0) - (one.writtenAt ?? 0) || (a < b ? -1 : 1),
  );
  const [, latest] = latestFirst[0]!;
  const [address] = latestFirst.find(([each]) => ancestor.get(each)?.id !== latest.id) ?? latestFirst[0]!;
  return [
    address,
    withReplaced(
      latest,
      group.flatMap(([, entry]) => replacedBy(entry)),
    ),
  ];
}
