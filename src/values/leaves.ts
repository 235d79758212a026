/**
 * Splits objects into leaves and assembles them again. A leaf is named by its path with dots, `theme.accentColor`. A
 * list is one leaf, and so is an object without keys. Absent and null are the same: no value.
 */
import { isObject, type Json, type JsonObject } from './json.ts';
import { isSecretReference } from './secret-reference.ts';

export type Leaves = ReadonlyMap<string, Json>;

export function leavesOf(fields: JsonObject): Leaves {
  const leaves = new Map<string, Json>();
  collect(fields, '', leaves);
  return leaves;
}

function collect(value: JsonObject, prefix: string, leaves: Map<string, Json>): void {
  for (const [key, child] of Object.entries(value)) {
    const name = prefix + escapeKey(key);
    // `{ $env: NAME }` is one value.
    if (isObject(child) && !isSecretReference(child) && Object.keys(child).length > 0)
      collect(child, `${name}.`, leaves);
    else leaves.set(name, child);
  }
}

export function leafAt(fields: JsonObject, name: string): Json | undefined {
  let value: Json | undefined = fields;
  for (const key of keysOf(name)) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The object with this leaf set, or removed if the value is undefined. */
export function withLeaf(fields: JsonObject, name: string, value: Json | undefined): JsonObject {
  return set(fields, keysOf(name), value);
}

function set(fields: JsonObject, [key, ...rest]: readonly string[], value: Json | undefined): JsonObject {
  const { [key!]: present, ...others } = fields;
  if (rest.length > 0) return { ...fields, [key!]: set(isObject(present) ? present : {}, rest, value) };
  return value === undefined ? others : { ...fields, [key!]: value };
}

export const topLevelKey = (name: string): string => keysOf(name)[0]!;

const escapeKey = (key: string): string => (/[\\.]/.test(key) ? key.replaceAll(/[\\.]/g, '\\$&') : key);

/** The names of the groups around a leaf, the outermost first. */
export function namesAround(name: string): readonly string[] {
  if (!name.includes('.')) return [];
  const keys = keysOf(name).map(escapeKey);
  return keys.slice(1).map((_, index) => keys.slice(0, index + 1).join('.'));
}

export const isInside = (name: string, place: string): boolean => name.startsWith(`${place}.`);

/** Dots inside keys are escaped with a backslash. */
export function keysOf(name: string): readonly string[] {
  if (!name.includes('\\')) return name.split('.');
  const keys = [''];
  for (let index = 0; index < name.length; index++) {
    const character = name[index]!;
    if (character === '\\') keys[keys.length - 1] += name[++index] ?? '';
    else if (character === '.') keys.push('');
    else keys[keys.length - 1] += character;
  }
  return keys;
}
