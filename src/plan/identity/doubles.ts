/** Objects on the target that share a natural key and may be the same thing twice. */
import type { Json, JsonObject } from '../../values/json.ts';
import type { Kind } from '../../kinds/kind.ts';
import { fileKinds, kindNamed, type KindName } from '../../kinds/registry.ts';
import { replacedBy } from '../../model/base.ts';
import { recordsOf, type RemoteRecord } from '../../model/snapshot.ts';
import type { PlanInput } from '../context.ts';
import { echoText } from '../fields/echo.ts';
import { candidatesOf, objectKey, ownersEver, type Identity } from './identity.ts';
import { isInFile } from '../../kinds/file-form.ts';
import { canonical } from '../../values/canonical.ts';
import { isSensitiveLeaf } from '../fields/credentials.ts';
import { leavesOf } from '../../values/leaves.ts';
import { holders } from '../fields/remote-pointers.ts';

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
      isHalfManaged(group) &&
      group.objects.some(({ address }) => address !== undefined && choices.only(address, group.kind)),
  );
  const notes = found.slice(0, MOST_NOTED).map(({ kind, key, objects }) => {
    const managed = objects.flatMap(({ address }) => address ?? []).join(' and ');
    const others = objects.flatMap(({ record, address }) => (address === undefined ? [record.id] : []));
    const fields = Object.keys(key).join(' and ');
    return `${managed} may be on the target twice: ${kindNamed(kind).title.toLowerCase()} ${others.join(', ')} has the same ${fields} and no file; run gitcast dedupe to see both`;
  });
  const more = found.length - MOST_NOTED;
  return more > 0
    ? [...notes, `${more} more documents may be on the target twice; run gitcast dedupe to see them`]
    : notes;
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

/** Objects that may be the same thing, with a proposal. */
export interface DedupeGroup extends Pick<Doubles, 'kind' | 'key'> {
  /** The objects. */
  readonly objects: readonly DedupeObject[];
}

/** An object that may be a duplicate. */
export interface DedupeObject {
  /** The id on the target. */
  readonly id: string;
  /** True for the object to keep. */
  readonly keep: boolean;
  /** The address of the document that manages it. */
  readonly address?: string;
  /** The file that manages it. */
  readonly file?: string;
  /** When it was created. */
  readonly createdAt?: string;
  /** When it was last changed. */
  readonly updatedAt?: string;
  /** Fields in which it differs from the object to keep. */
  readonly differs: readonly string[];
  /** Ids of the objects that point to it. */
  readonly pointedAtBy: readonly string[];
  /** The suggested action. */
  readonly next: string;
}

/** Recommends which object of each group to keep, and what a person can do about the others. It changes nothing. */
export function dedupe(identities: ReadonlyMap<string, Identity>, input: PlanInput): readonly DedupeGroup[] {
  const groups = findDoubles(identities, input);
  const ids = groups.flatMap(({ objects }) => objects.map(({ record }) => record.id));
  const held = holders(input.snapshot, new Set(ids));
  const waiting = waitingFiles(identities, input);
  return groups.map(({ kind, key, objects }) => {
    const kept = bestOf(objects);
    const proposed = objects.map((object): DedupeObject => {
      const { record, address } = object;
      const { id, createdAt, updatedAt } = record;
      const file = address === undefined ? undefined : input.broadcast.entities.get(address)?.document.source.file;
      const found = {
        id,
        keep: object === kept,
        ...(address !== undefined && { address }),
        ...(file !== undefined && { file }),
        ...(createdAt !== undefined && { createdAt }),
        ...(updatedAt !== undefined && { updatedAt }),
        differs: differences(record, kept.record),
        pointedAtBy: (held.get(id) ?? []).map((holder) => holder.id),
      };
      return { ...found, next: nextStep(kind, found, waiting.get(id)) };
    });
    return { kind, key, objects: proposed.sort((a, b) => Number(b.keep) - Number(a.keep)) };
  });
}

/** Prefers the managed object, then the one with the most content, then the oldest. */
function bestOf(objects: readonly DoubleObject[]): DoubleObject {
  const rank = ({ record, address }: DoubleObject): readonly number[] => [
    Number(address === undefined),
    -leavesOf(record.fields).size,
    -canonical(record.fields).length,
    Date.parse(record.createdAt ?? '') || Number.MAX_SAFE_INTEGER,
  ];
  const firstDifference = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((difference, each, at) => difference || each - b[at]!, 0);
  return objects.reduce((best, each) => (firstDifference(rank(each), rank(best)) < 0 ? each : best));
}

function differences(one: RemoteRecord, other: RemoteRecord): readonly string[] {
  return Object.entries(kindNamed(one.kind).fields)
    .filter(([name, field]) => isInFile(field) && !isSensitiveLeaf(one, name))
    .filter(([name]) => !one.hidden.includes(name) && !other.hidden.includes(name))
    .filter(([name]) => echoText(one.fields[name]) !== echoText(other.fields[name]))
    .map(([name]) => name);
}

/** Files that may describe an object without naming it, by the object's id. */
function waitingFiles(
  identities: ReadonlyMap<string, Identity>,
  { broadcast }: PlanInput,
): ReadonlyMap<string, string> {
  return new Map(
    [...identities].flatMap(([address, identity]) => {
      const file = broadcast.entities.get(address)?.document.source.file;
      return file === undefined ? [] : candidatesOf(identity).map((id) => [id, file] as const);
    }),
  );
}

/** `waiting`: the file that may describe the object without naming it. */
function nextStep(
  kind: KindName,
  { id, keep, address, file, pointedAtBy }: Omit<DedupeObject, 'next'>,
  waiting: string | undefined,
): string {
  if (address !== undefined) {
    if (file === undefined) return 'its file is gone: gitcast sync decides';
    return keep
      ? `keep: ${file} manages it`
      : `${file} also manages it: if one is enough, delete that file and run gitcast sync`;
  }
  if (keep) {
    return waiting === undefined
      ? `keep: gitcast pull writes a file for it`
      : `keep: add the line \`$id: ${id}\` to ${waiting}, then gitcast sync adopts it`;
  }
  const first =
    pointedAtBy.length === 0
      ? ''
      : `change what points to it (${pointedAtBy.join(', ')}) to point to the one to keep, then `;
  return `${first}delete ${kindNamed(kind).title.toLowerCase()} ${id} in the web editor`;
}
