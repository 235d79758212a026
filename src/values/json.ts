/** A value that both JSON and YAML can express. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of JSON values. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The path from a document's root to one of its values: keys and indexes. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True if JSON text nests deeper than `most`. It is not parsed: few functions could walk a value that deep. */
export function nestsDeeper(json: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    if (depth > most) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [34, 92];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** The position of its closing quote, or the end of the text. */
export function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let first = at;
    while (json.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return json.length;
}

export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, unknown>)[step];
  }
  return current as Json | undefined;
}

/** A copy with the value at the path replaced; missing objects on the way are created. */
export const withValueAt = <T extends Json>(value: T, path: Path, replacement: Json): T =>
  changed(value, path, () => replacement) as T;

/** A copy without the value at the path. A list keeps its other entries. */
export const withoutValueAt = <T extends Json>(value: T, path: Path): T =>
  changed(value, path.slice(0, -1), (parent) => {
    const last = path.at(-1)!;
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== last);
    const { [last]: _, ...rest } = parent as JsonObject;
    return rest;
  }) as T;

function changed(value: Json | undefined, [step, ...rest]: Path, make: (value: Json | undefined) => Json): Json {
  if (step === undefined) return make(value);
  if (Array.isArray(value))
    return value.map((each: Json, index) => (index === step ? changed(each, rest, make) : each));
  const object = (value ?? {}) as JsonObject;
  return { ...object, [step]: changed(object[step], rest, make) };
}

/** A path as people write it: `menu.sections[0].title`. */
export function formatPath(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}
