/** The smallest values that differ between the two sides of a field. A long list is compared entry by entry. */
import { count } from '../../../diagnostics/count.ts';
import type { Change, FieldChange, Lost } from '../../../project/index.ts';
import { canonical } from '../../../values/canonical.ts';
import { hunksBetween } from '../../../values/hunks.ts';
import { formatPath, isObject, valueAt, type Json, type Path } from '../../../values/json.ts';
import { number } from '../text/excerpts.ts';

export interface Difference extends Pick<FieldChange, 'name' | 'before' | 'after' | 'last' | 'unread'> {
  /** `before` is the value of the last sync, because the target does not show the present one. */
  readonly isSinceSync?: true;
}

/** The differences of all fields. What is written without being read is compared with the last sync, if that is known. */
export const differencesIn = ({ action, fields }: Pick<Change, 'action' | 'fields'>): readonly Difference[] =>
  fields.flatMap((field) => {
    const { unread, last, shown: _, ...rest } = field;
    return unread && last !== undefined && !isUndecided(action)
      ? differencesOf({ ...rest, before: last }).map((each) => ({ ...each, isSinceSync: true as const }))
      : differencesOf(field);
  });

/** A person has to decide, so each side is shown. */
export const isUndecided = (action: Change['action']): boolean => action === 'drift' || action === 'conflict';

function differencesOf(field: FieldChange): readonly Difference[] {
  const { name, last, unread } = field;
  const { before, after } = field.shown ?? field;
  const named = within(before, after, []);
  // Two objects may have one title.
  const found = named.length > 0 ? named : within(field.before, field.after, []);
  return found.map(({ path, ...sides }): Difference => {
    const then = valueAt(last, path);
    return {
      name: path.length === 0 ? name : name + (typeof path[0] === 'string' ? '.' : '') + formatPath(path),
      before: sides.before,
      after: sides.after,
      ...(then !== undefined && { last: then }),
      ...(unread && { unread }),
    };
  });
}

interface Sides {
  readonly path: Path;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** Two values that are shown whole, one next to the other. */
const SHORT = 120;

function within(before: Json | undefined, after: Json | undefined, path: Path): readonly Sides[] {
  const isShort = !isInside(path, before) && JSON.stringify([before ?? null, after ?? null]).length <= SHORT;
  const [old, now] = [before ?? [], after ?? []]; // a new list is shown entry by entry too
  if (!isShort && Array.isArray(old) && Array.isArray(now)) return inLists(old, now, path);
  if (!isShort && isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys
      .filter((key) => canonical(before[key]) !== canonical(after[key]))
      .flatMap((key) => within(before[key], after[key], [...path, key]));
  }
  return [{ path, before, after }];
}

/** True for a structure inside a list: people know it by its fields. */
const isInside = (path: Path, value: Json | undefined): boolean =>
  path.length > 0 && (isObject(value) || (Array.isArray(value) && value.some(isObject)));

function inLists(before: readonly Json[], after: readonly Json[], path: Path): readonly Sides[] {
  const hunks = hunksBetween(
    before.map((each) => canonical(each)),
    after.map((each) => canonical(each)),
  );
  return hunks.flatMap(({ from, to, newFrom, newTo }) =>
    Array.from({ length: Math.max(to - from, newTo - newFrom) }, (_, index) => {
      const [old, now] = [
        from + index < to ? before[from + index] : undefined,
        newFrom + index < newTo ? after[newFrom + index] : undefined,
      ];
      return within(old, now, [...path, now === undefined ? from + index : newFrom + index]);
    }).flat(),
  );
}

/** The facts about an object that a deletion takes away: `“Opening night”`, `2027-06-18 20:30 to 23:00 +02:00`, `places/main-stage`, `1,240 characters of text`. */
export const lostFacts = ({ title, starts, ends, place, characters, blocks }: Lost): readonly string[] => [
  ...(title === undefined ? [] : [`“${title}”`]),
  ...(starts === undefined ? [] : [timeWords(starts, ends)]),
  ...(place === undefined ? [] : [place]),
  ...(characters === undefined ? [] : [`${number(characters)} characters of text`]),
  ...(blocks === undefined ? [] : [count(blocks, 'block')]),
];

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

function timeWords(starts: string, ends: string | undefined): string {
  const [from, to] = [INSTANT.exec(starts), INSTANT.exec(ends ?? '')];
  if (!from) return starts;
  const zone = (found: RegExpExecArray): string => (found[3]!.toUpperCase() === 'Z' ? 'UTC' : found[3]!);
  if (!to || zone(to) !== zone(from)) return `${from[1]} ${from[2]} ${zone(from)}`;
  return `${from[1]} ${from[2]} to ${to[1] === from[1] ? '' : `${to[1]} `}${to[2]} ${zone(from)}`;
}
