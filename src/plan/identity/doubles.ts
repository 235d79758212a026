/** Objects on the target that share a natural key and may be the same thing twice. */
import type { Json, JsonObject } from '../../values/json.ts';
import type { Kind } from '../../kinds/kind.ts';
import { fileKinds, kindNamed, type KindName } from '../../kinds/registry.ts';
import { replacedBy } from '../../model/base.ts';
import { recordsOf, type RemoteRecord } from '../../model/snapshot.ts';
import type { PlanInput } from '../context.ts';
import { echoText } from '../fields/echo.ts';
import { objectKey, ownersEver, type Identity } from './identity.ts';

/** A group of objects that share a natural key. */
export interface Doubles {
  readonly kind: KindName;
  /** The shared fields, with the values of one of the objects. */
  readonly key: JsonObject;
  /** The objects. */
  readonly objects: readonly DoubleObject[];
}

/** An object that shares its natural key with another. */
export interface DoubleObject {
  /** The object, as the service answered. */
  readonly record: RemoteRecord;
  /** The document that manages the object or is about to adopt it. If its file is gone, the address that it had. */
  readonly address?: string;
}

export function findDoubles(identities: ReadonlyMap<string, Identity>, input: PlanInput): readonly Doubles[] {
  const owners = ownersEver(identities, input);
  const leaving = new Set([
    ...(input.base.deleted?.keys() ?? []),
    ...[...input.base.entries.values()].flatMap(replacedBy),
  ]);
  return fileKinds.flatMap((kind) => {
    const records = [...recordsOf(input.snapshot, kind.name).values()].filter(({ id }) => !leaving.has(id));
    const isManaged = ({ id }: RemoteRecord): boolean => owners.has(objectKey(kind.name, id));
    return groupsOf(kind, records, isManaged).map(({ names, records: group }): Doubles => ({
      kind: kind.name,
      key: Object.fromEntries(names.map((name) => [name, group[0]!.fields[name]!])),
      objects: group.map((record) => {
        const address = owners.get(objectKey(record.kind, record.id));
        return { record, ...(address !== undefined && { address }) };
      }),
    }));
  });
}

/** Groups in which one object has a file and another has none. */
export const isHalfManaged = ({ objects }: Doubles): boolean =>
  objects.some(({ address }) => address !== undefined) && objects.some(({ address }) => address === undefined);

const MOST_NOTED = 5;

/** For the notes of a plan, limited to the documents that were asked for. */
export function doublesNotes(doubles: readonly Doubles[], { choices }: PlanInput): readonly string[] {
  const found = doubles.filter(
    (group) =>
      isHalfManaged(group) && group.objects.some(({ address }) => address !== undefined && choices.only(address)),
  );
  const notes = found.slice(0, MOST_NOTED).map(({ kind, key, objects }) => {
    const managed = objects.flatMap(({ address }) => address ?? []).join(' and ');
    const others = objects.flatMap(({ record, address }) => (address === undefined ? [record.id] : []));
    const fields = Object.keys(key).join(' and ');
    return `${managed} may be on the target twice: ${kindNamed(kind).title.toLowerCase()} ${others.join(', ')} has the same ${fields} and no file`;
  });
  const more = found.length - MOST_NOTED;
  return more > 0 ? [...notes, `${more} more documents may be on the target twice; gitcast status names them`] : notes;
}

/** Objects that share any set of fields that is sufficient to recognise an object. */
function groupsOf(kind: Kind, records: Records, isManaged: IsManaged) {
  const grouped = new Set<string>();
  return recognising(kind).flatMap((names) => {
    const left = records.filter(
      ({ id, fields }) => !grouped.has(id) && names.every((name) => !isNothing(fields[name])),
    );
    const groups = groupedBy(names, left)
      .filter(isSeveral)
      .flatMap((group) => apart(kind, group, isManaged))
      .filter(isSeveral);
    for (const { id } of groups.flat()) grouped.add(id);
    return groups.map((group) => ({ names, records: group }));
  });
}

const isSeveral = ({ length }: Records): boolean => length > 1;

/** The sets up to the first one that every object has. Later sets only narrow the result. */
function recognising({ naturalKey, fields }: Kind): readonly (readonly string[])[] {
  const last = naturalKey.findIndex((names) => names.every((name) => fields[name]?.required));
  return last === -1 ? naturalKey : naturalKey.slice(0, last + 1);
}

type Records = readonly RemoteRecord[];
type IsManaged = (record: RemoteRecord) => boolean;

/**
 * Objects that point to different things, such as two rooms, are not duplicates. Neither are objects that each have a
 * file and differ in a date. Without a file the date proves nothing, because a service may have set it when it made a
 * copy.
 */
function apart({ naturalKey, fields }: Kind, group: Records, isManaged: IsManaged): readonly Records[] {
  const schemaOf = (name: string) => fields[name]?.schema;
  const further = naturalKey.flat();
  const pointers = further.filter((name) => schemaOf(name)?.['x-pointer'] !== undefined);
  const moments = group.every(isManaged) ? further.filter((name) => schemaOf(name)?.format === 'instant') : [];
  return splitBy(pointers, group).flatMap((each) => splitBy(moments, each));
}

function splitBy(names: readonly string[], group: Records): readonly Records[] {
  const isGiven = group.every((record) => names.every((name) => !isNothing(record.fields[name])));
  return names.length === 0 || !isGiven ? [group] : groupedBy(names, group);
}

const groupedBy = (names: readonly string[], records: Records): readonly Records[] => [
  ...Map.groupBy(records, ({ fields }) => names.map((name) => echoText(fields[name])).join()).values(),
];

const isNothing = (value: Json | undefined): boolean => value === undefined || value === null || value === '';
