/**
 * Shapes of values that come from disk or from the network. A value is checked once, where it is read; after that its
 * type can be trusted. An object's shape names every field of its type, so a field that is added to the type without a
 * check does not compile.
 */
import { formatPath, isObject, type Path } from './json.ts';

/** The first place where a value does not match its shape. */
export interface Mismatch {
  readonly path: Path;
  /** For example `text` or `one of create, update`. */
  readonly expected: string;
  readonly found: unknown;
}

export interface Shape<out T> {
  readonly check: (value: unknown) => Mismatch | undefined;
  /** For the compiler only. */
  readonly as?: T;
}

/** The shape of a field that may be left out. */
export interface Optional<out T> {
  readonly optional: Shape<T>;
}

export type Fields<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Optional<Exclude<T[K], undefined>> : Shape<T[K]>;
};

export const mismatchOf = <T>(value: unknown, shape: Shape<T>): Mismatch | undefined => shape.check(value);

export const hasShape = <T>(value: unknown, shape: Shape<T>): value is T => mismatchOf(value, shape) === undefined;

/** A custom shape. `expected` completes "expected …" in messages. */
export const shape = <T>(expected: string, test: (value: unknown) => boolean): Shape<T> => ({
  check: (value) => (test(value) ? undefined : { path: [], expected, found: value }),
});

export const text: Shape<string> = shape('text', (value) => typeof value === 'string');
export const filledText: Shape<string> = shape('non-empty text', (value) => typeof value === 'string' && value !== '');
export const flag: Shape<boolean> = shape('true or false', (value) => typeof value === 'boolean');
export const number: Shape<number> = shape('a number', (value) => Number.isFinite(value));
export const count: Shape<number> = shape(
  'a whole number that is not negative',
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
);
export const instant: Shape<string> = shape(
  'a date and time',
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);
export const anyObject: Shape<never> = shape('an object', isObject);

export const exactly = <const T extends string | number | boolean>(wanted: T): Shape<T> =>
  shape(JSON.stringify(wanted), (value) => value === wanted);

export const oneOf = <const T extends string>(names: readonly T[]): Shape<T> =>
  shape(`one of ${names.join(', ')}`, (value) => names.includes(value as T));

export const optional = <T>(inner: Shape<T>): Optional<T> => ({ optional: inner });

export const orNull = <T>(inner: Shape<T>): Shape<T | null> => ({
  check: (value) => (value === null ? undefined : inner.check(value)),
});

export const listOf = <T>(item: Shape<T>): Shape<readonly T[]> => ({
  check: (value) => {
    if (!Array.isArray(value)) return { path: [], expected: 'a list', found: value };
    return firstOf(value.entries(), ([index, each]) => below(index, item.check(each)));
  },
});

/** An object with any keys. */
export const recordOf = <T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> => ({
  check: (value) => {
    if (!isObject(value)) return { path: [], expected: 'an object', found: value };
    return firstOf(Object.entries(value), ([key, each]) => below(key, item.check(each)));
  },
});

/** Keys that the shape does not name are ignored: another version may have written them. */
export function objectOf<T>(fields: Fields<T>): Shape<T> {
  const named = Object.entries<Shape<unknown> | Optional<unknown>>(fields);
  return {
    check: (value) => {
      if (!isObject(value)) return { path: [], expected: 'an object', found: value };
      return firstOf(named, ([key, field]) => {
        const given = Object.hasOwn(value, key) ? value[key] : undefined;
        if (!('optional' in field)) return below(key, field.check(given));
        return given === undefined ? undefined : below(key, field.optional.check(given));
      });
    },
  };
}

/** An object with no other keys. */
export const onlyOf = <T>(fields: Fields<T>): Shape<T> => ({
  check: (value) => objectOf(fields).check(value) ?? unknownIn(value as object, Object.keys(fields)),
});

function unknownIn(value: object, names: readonly string[]): Mismatch | undefined {
  const found = Object.keys(value).find((name) => !names.includes(name));
  return found === undefined ? undefined : { path: [found], expected: `one of ${names.join(', ')}`, found };
}

/** The type of the values that have a shape. */
export type InferOf<S> = S extends Shape<infer T> ? T : never;

/** The type of an object with these fields. */
export type ObjectOf<F> = {
  readonly [K in keyof F as F[K] extends Optional<unknown> ? never : K]: InferOf<F[K]>;
} & {
  readonly [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: F[K] extends Optional<infer T> ? T : never;
};

/** The same for a type that is declared nowhere else: `InferOf` the shape. */
export const object = <const F extends Readonly<Record<string, Shape<unknown> | Optional<unknown>>>>(fields: F) =>
  objectOf(fields as never) as Shape<ObjectOf<F>>;

/** An object whose shape depends on the value of one of its keys. */
export const byKey = <Shapes extends Readonly<Record<string, Shape<unknown>>>>(
  key: string,
  shapes: Shapes,
): Shape<Shapes[keyof Shapes] extends Shape<infer T> ? T : never> => ({
  check: (value) => {
    if (!isObject(value)) return { path: [], expected: 'an object', found: value };
    const name = value[key];
    const chosen = typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (chosen) return chosen.check(value);
    return { path: [key], expected: `one of ${Object.keys(shapes).join(', ')}`, found: name };
  },
});

const below = (step: string | number, mismatch: Mismatch | undefined): Mismatch | undefined =>
  mismatch && { ...mismatch, path: [step, ...mismatch.path] };

function firstOf<Item>(items: Iterable<Item>, check: (item: Item) => Mismatch | undefined): Mismatch | undefined {
  for (const item of items) {
    const mismatch = check(item);
    if (mismatch) return mismatch;
  }
  return undefined;
}

/** For a message: `changes[3].kind is 7, expected text`. */
export function describeMismatch({ path, expected, found }: Mismatch): string {
  const where = path.length === 0 ? 'it' : `\`${formatPath(path)}\``;
  return found === undefined ? `${where} is missing` : `${where} is ${inFewWords(found)}, expected ${expected}`;
}

function inFewWords(value: unknown): string {
  if (typeof value === 'string') return `“${value.slice(0, 60)}”`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
