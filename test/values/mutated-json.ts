/** JSON with one value replaced by one of another type. */
import * as fc from 'fast-check';
import { isObject, valueAt, withValueAt, type Json, type Path } from '../../src/values/json.ts';

const OTHERS: readonly Json[] = [null, 7.5, -1, true, 'nonsense', [], ['nonsense'], {}, { nonsense: 1 }];

const typeOf = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

function pathsIn(value: Json, path: Path = []): readonly Path[] {
  const inside = Array.isArray(value)
    ? value.flatMap((each: Json, index) => pathsIn(each, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]))
      : [];
  return [path, ...inside];
}

export interface Mutated {
  readonly path: Path;
  readonly json: Json;
}

/** `free` names keys below which any value is allowed. */
export const mutationsOf = (json: Json, free: readonly string[] = []): fc.Arbitrary<Mutated> => {
  const paths = pathsIn(json).filter((path) => !path.some((step) => free.includes(String(step))));
  return fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom(...OTHERS))
    .filter(([path, other]) => typeOf(valueAt(json, path)!) !== typeOf(other))
    .map(([path, other]) => ({ path, json: withValueAt(json, path, other) }));
};
