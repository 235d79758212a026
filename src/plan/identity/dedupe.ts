/**
 * Recommends which object of each group of duplicates to keep, and what a person can do about the others. It changes
 * nothing.
 */
import { isInFile } from '../../kinds/file-form.ts';
import { kindNamed } from '../../kinds/registry.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import { canonical } from '../../values/canonical.ts';
import type { PlanInput } from '../context.ts';
import { isSensitiveLeaf } from '../../exchange/credentials.ts';
import { findDoubles, type DoubleObject, type Doubles } from './doubles.ts';
import { echoText } from '../../exchange/echo.ts';
import { candidatesOf, type Identity } from './identity.ts';
import { leavesOf } from '../../values/leaves.ts';
import { holders } from '../../exchange/remote-pointers.ts';

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
      const pointedAtBy = (held.get(id) ?? []).map((holder) => holder.id);
      const keep = object === kept;
      return {
        id,
        keep,
        ...(address !== undefined && { address }),
        ...(file !== undefined && { file }),
        ...(createdAt !== undefined && { createdAt }),
        ...(updatedAt !== undefined && { updatedAt }),
        differs: differences(record, kept.record),
        pointedAtBy,
        next: nextStep({ object, keep, file, pointedAtBy, waiting: waiting.get(id) }),
      };
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

interface Step {
  readonly object: DoubleObject;
  readonly keep: boolean;
  readonly file: string | undefined;
  readonly pointedAtBy: readonly string[];
  readonly waiting: string | undefined;
}

function nextStep({ object: { record, address }, keep, file, pointedAtBy, waiting }: Step): string {
  const { kind, id } = record;
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
