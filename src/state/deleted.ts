/**
 * Copies of objects that a run deletes, kept with the state, so that they outlive the runner. They have no secrets. Bounded:
 * those of the last 90 days, and of these the newest 1,000; a run never drops its own.
 */
import { kindShape } from '../kinds/registry.ts';
import { digest } from '../values/digest.ts';
import type { JsonObject } from '../values/json.ts';
import * as is from '../values/shape.ts';
import { readShaped } from '../values/strict-json.ts';

const values: is.Shape<JsonObject> = is.anyObject;

const deletedShape = is.object({
  /** The address of its document. */
  address: is.filledText,
  /** Its kind. */
  kind: kindShape,
  /** Its id on the target, which no object has any more. */
  id: is.filledText,
  /** When the run that deleted it began to apply its plan. */
  deletedAt: is.instant,
  /** Its values, without secrets. */
  fields: values,
});

/** A copy of an object that a run deleted. */
export type DeletedObject = is.InferOf<typeof deletedShape>;

/** The same for every copy of an object that a run makes, so the last one counts. Begins with the time. */
export const nameOfDeleted = ({ address, id, deletedAt }: DeletedObject): string =>
  `${deletedAt.replaceAll(/[:.]/g, '-')}-${digest(`${address} ${id}`).slice(0, 12)}.json`;

export const deletedText = (copy: DeletedObject): string => `${JSON.stringify(copy, null, 2)}\n`;

/** Nothing for a file that is no copy, which somebody may have put there. */
export function deletedIn(text: string): readonly DeletedObject[] {
  const read = readShaped(text, deletedShape);
  return read.ok ? [read.value] : [];
}

const DAYS = 90;
const MOST = 1000;
const DAY = 24 * 60 * 60 * 1000;

/** The names that are kept, of those in a store. `added` are those of this run. */
export function keptDeleted(names: readonly string[], added: ReadonlySet<string>, now: number): readonly string[] {
  const since = new Date(now - DAYS * DAY).toISOString().replaceAll(/[:.]/g, '-');
  const others = names.filter((name) => !added.has(name) && name >= since).toSorted();
  return [...added, ...others.slice(Math.max(others.length + added.size - MOST, 0))];
}

/** Those of one run by address. */
export const newestFirst = (copies: readonly DeletedObject[]): readonly DeletedObject[] =>
  copies.toSorted((one, other) =>
    one.deletedAt === other.deletedAt ? compared(one.address, other.address) : compared(other.deletedAt, one.deletedAt),
  );

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
