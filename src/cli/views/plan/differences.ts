/** The smallest values that differ between the two sides of a field. A long list is compared entry by entry. */
import type { FieldChange } from '../../../project/index.ts';
import { canonical } from '../../../values/canonical.ts';
import { hunksBetween } from '../../../values/hunks.ts';
import { formatPath, isObject, valueAt, type Json, type Path } from '../../../values/json.ts';

export interface Difference extends Pick<FieldChange, 'name' | 'before' | 'after' | 'last' | 'unsynced'> {}

export function differencesOf(field: FieldChange): readonly Difference[] {
  const { name, last, unsynced } = field;
  const { before, after } = field.shown ?? field;
  return within(before, after, []).map(({ path, ...sides }): Difference => {
    const then = valueAt(last, path);
    return {
      name: path.length === 0 ? name : name + (typeof path[0] === 'string' ? '.' : '') + formatPath(path),
      before: sides.before,
      after: sides.after,
      ...(then !== undefined && { last: then }),
      ...(unsynced && { unsynced }),
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
  if (!isShort && Array.isArray(before) && Array.isArray(after)) return inLists(before, after, path);
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
