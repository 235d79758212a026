/**
 * Places where the sides do not have the same shape: one has a single value where another has a group of fields. Leaf
 * by leaf, such a place looks empty on one side although somebody wrote something there, so it is compared as a whole.
 */
import { digestOf, isMarked } from './secrets.ts';
import { hasAnyDigest, hasDigest } from './echo.ts';
import { isComputed } from './unmanaged.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { isUnseen, type BaseEntry } from '../../model/base.ts';
import type { RemoteRecord } from '../../model/snapshot.ts';
import { isSame } from '../../values/canonical.ts';
import { isEmpty } from '../../values/empty.ts';
import { isObject, type Json } from '../../values/json.ts';
import {
  isInside,
  keysOf,
  leafAt,
  leavesOf,
  namesAround,
  topLevelKey,
  withLeaf,
  type Leaves,
} from '../../values/leaves.ts';
import { sentFor, type OpenIntent, type PlanInput } from '../context.ts';
import { isTouched } from './edited.ts';

type Record = RemoteRecord | undefined;

/** The leaves of the file and the base by the place to compare, without leaves that have the same shape on all sides. */
export function reshapedPlaces(names: ReadonlySet<string>, record: Record): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const name of names) {
    const place = namesAround(name).find((around) => names.has(around) || isSingle(record, around));
    if (place === undefined) continue;
    if (!places.has(place)) places.set(place, names.has(place) ? [place] : []);
    places.get(place)!.push(name);
  }
  return places;
}

/** Empty groups of the last sync in which the file has fields now: each of these has its own verdict. */
export function outgrownGroups(
  leaves: Leaves,
  { entry, record }: { readonly entry: BaseEntry | undefined; readonly record: Record },
  input: Pick<PlanInput, 'digest'>,
): ReadonlySet<string> {
  const around = new Set([...leaves.keys()].flatMap(namesAround));
  if (around.size === 0) return around;
  const empty = [{}, null].map((value) => digestOf(value, input));
  const outgrown = Object.entries(entry?.leaves ?? {}).filter(
    ([name, { sent }]) => around.has(name) && empty.includes(sent) && !isSingle(record, name),
  );
  return new Set(outgrown.map(([name]) => name));
}

/** True if the target has a value there that is not a group. */
function isSingle(record: Record, name: string): boolean {
  if (!record || record.hidden.includes(topLevelKey(name))) return false;
  const value = leafAt(record.fields, name) ?? null;
  return value !== null && !isObject(value);
}

/** True if the target has a single value in place of a group around the leaf. */
export const isCovered = (name: string, record: Record): boolean =>
  namesAround(name).some((around) => isSingle(record, around));

/** The places at or inside this one that show the difference: no deeper than the first single value on the target. */
export const shownPlaces = (place: string, leaves: readonly string[], record: Record): readonly string[] => [
  ...new Set(
    leaves.map((name) => {
      const around = namesAround(name).filter((each) => each === place || isInside(each, place));
      return around.find((each) => isSingle(record, each)) ?? name;
    }),
  ),
];

/** The file's value at a place: one of its leaves, or a group of them. */
export function assembled(place: string, leaves: Leaves): Json | undefined {
  const inside = [...leaves].filter(([name]) => name === place || isInside(name, place));
  return leafAt(
    inside.reduce((fields, [name, value]) => withLeaf(fields, name, value), {}),
    place,
  );
}

/** The known writers of an object: the last sync, and interrupted runs. */
interface Written {
  readonly entry: BaseEntry | undefined;
  readonly record: RemoteRecord;
  readonly begun: readonly OpenIntent[];
}

/** True if somebody else wrote what the target has at a place: neither the last sync nor an interrupted run of ours did. */
export function isChangedThere(place: string, { entry, record, begun }: Written, input: PlanInput): boolean {
  const { digest } = input;
  const value = leafAt(record.fields, place);
  const present = [...leavesOf(withLeaf({}, place, value ?? null))].filter(([, each]) => !isEmpty(each));
  const isBegun = (name: string, each: Json | undefined): boolean => hasAnyDigest(each, sentFor(name, begun), digest);
  if (present.length > 0 && present.every(([name, each]) => isBegun(name, each))) return false;

  const synced = Object.entries(entry?.leaves ?? {}).filter(([name]) => name === place || isInside(name, place));
  const isAsSynced = ([name, { answered }]: (typeof synced)[number]): boolean => {
    const each = leafAt(record.fields, name);
    if (isMarked(answered) || hasDigest(each, answered, digest) || isBegun(name, each)) return true;
    // The service dropped what was sent, and the answer that would have shown it was not read.
    return isUnseen(answered) && isEmpty(each) && !isTouched(entry!, record, input);
  };
  if (!synced.every(isAsSynced)) return true;

  const isSynced = (name: string): boolean => synced.some(([leaf]) => name === leaf || isInside(name, leaf));
  const isOfService = (name: string): boolean => keysOf(name).some((key) => key.startsWith('_'));
  const added = present.filter(([name, each]) => !isSynced(name) && !isOfService(name) && !isBegun(name, each));
  if (added.length === 0 || isSame(value, kindNamed(record.kind).fields[place]?.schema.default as Json | undefined))
    return false;
  return !entry || !isComputed(topLevelKey(place), entry, record, digest);
}
