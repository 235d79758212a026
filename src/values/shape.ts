/**
 * Shapes of values that come from disk, from the network, or from a person. A value is checked once, where it is read;
 * after that its type can be trusted. An object's shape names every field of its type, so a field that is added to the
 * type without a check does not compile.
 */
import { formatPath, isObject, type Path } from './json.ts';

/** A place where a value does not match its shape. */
export interface Mismatch {
  readonly path: Path;
  /** For example `text` or `one of create, update`. */
  readonly expected: string;
  /** Undefined for a field that is missing. */
  readonly found: unknown;
  /** The whole sentence, if the expected form does not say it. */
  readonly message?: string;
  /** The next step: the text to write instead. */
  readonly suggestion?: string | undefined;
  /** The value may be a credential and must not be shown. */
  readonly isSecret?: boolean;
  /** If the key at the end of the path is the problem: the keys that the object may have, or `any` of a certain form. */
  readonly keys?: readonly string[] | 'any';
}

export interface Shape<out T> {
  /** Every mismatch, in the order of the shape. */
  readonly check: (value: unknown) => readonly Mismatch[];
  /** The value for a program, if that is not the written one. Only for values that match. */
  readonly read?: (value: never) => T;
  /** For the compiler only. */
  readonly as?: T;
}

/** The shape of a field that may be left out. */
export interface Optional<out T> {
  readonly optional: Shape<T>;
  /** Counts as written if nothing is. */
  readonly fallback?: unknown;
}

export type Fields<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Optional<Exclude<T[K], undefined>> : Shape<T[K]>;
};

export type FieldShape<T = unknown> = Shape<T> | Optional<T>;
export type FieldShapes = Readonly<Record<string, FieldShape>>;

/** The first one. */
export const mismatchOf = <T>(value: unknown, shape: Shape<T>): Mismatch | undefined => shape.check(value)[0];

export const hasShape = <T>(value: unknown, shape: Shape<T>): value is T => mismatchOf(value, shape) === undefined;

/** The value for a program, of one that matches. */
export const read = <T>(value: unknown, shape: Shape<T>): T => (shape.read ? shape.read(value as never) : (value as T));

const NONE: readonly Mismatch[] = [];

export interface Refusal {
  readonly suggest?: (value: unknown) => string | undefined;
  readonly isSecret?: (value: unknown) => boolean;
}

/** A custom shape. `expected` completes "expected …" and "must be …" in messages. */
export const shape = <T>(
  expected: string,
  test: (value: unknown) => boolean,
  { suggest, isSecret }: Refusal = {},
): Shape<T> => ({
  check: (found) => {
    if (test(found)) return NONE;
    return [{ path: [], expected, found, suggestion: suggest?.(found), isSecret: isSecret?.(found) ?? false }];
  },
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

export const withDefault = <T, const F>(inner: Shape<T>, fallback: F): Optional<T> & { readonly fallback: F } => ({
  optional: inner,
  fallback,
});

export const orNull = <T>(inner: Shape<T>): Shape<T | null> => ({
  check: (value) => (value === null ? NONE : inner.check(value)),
});

/** A value of the first shape, or an object of the second one. */
export const orObject = <A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> => ({
  check: (value) => {
    if (isObject(value)) return second.check(value);
    const expected = (each: Mismatch) => `${each.expected}, or ${mismatchOf(value, second)?.expected}`;
    return first.check(value).map((each) => ({ ...each, expected: expected(each) }));
  },
  read: (value) => read<A | B>(value, isObject(value) ? second : first),
});

/** The second shape is only checked if the first one matches. */
export const both = <A, B>(first: Shape<A>, second: Shape<B>): Shape<A & B> => ({
  ...(second as Shape<A & B>),
  check: (value) => {
    const mismatches = first.check(value);
    return mismatches.length > 0 ? mismatches : second.check(value);
  },
});

/** The same values, for a program in another form. `hasShape` says nothing about that form. */
export const readAs = <T, R>(inner: Shape<T>, convert: (value: T) => R): Shape<R> => ({
  check: inner.check,
  read: (value) => convert(read(value, inner)),
});

export const listOf = <T>(item: Shape<T>): Shape<readonly T[]> => ({
  check: (value) => {
    if (!Array.isArray(value)) return [{ path: [], expected: 'a list', found: value }];
    return allOf(value.entries(), ([index, each]) => below(index, item.check(each)));
  },
  read: (value: readonly unknown[]) => value.map((each) => read(each, item)),
});

/** An object with any keys, or those of a shape. The shape of an entry may depend on its key. */
export const recordOf = <T>(
  item: Shape<T> | ((key: string) => Shape<T>),
  keyShape?: Shape<string>,
): Shape<Readonly<Record<string, T>>> => {
  const shapeOf = typeof item === 'function' ? item : () => item;
  return {
    check: (value) => {
      if (!isObject(value)) return [{ path: [], expected: 'an object', found: value }];
      return allOf(Object.entries(value), ([key, each]) => {
        const mismatches = below(key, shapeOf(key).check(each));
        const [ofKey] = keyShape?.check(key) ?? NONE;
        return ofKey ? [{ ...ofKey, path: [key], keys: 'any' }, ...mismatches] : mismatches;
      });
    },
    read: (value: object) =>
      Object.fromEntries(Object.entries(value).map(([key, each]) => [key, read(each, shapeOf(key))])),
  };
};

/** Keys that the shape does not name are ignored. */
export function objectOf<T>(fields: Fields<T>): Shape<T> {
  const named = Object.entries<FieldShape>(fields);
  return {
    check: (value) => {
      if (!isObject(value)) return [{ path: [], expected: 'an object', found: value }];
      return allOf(named, ([key, field]) => {
        const given = Object.hasOwn(value, key) ? value[key] : undefined;
        if (!('optional' in field)) return below(key, field.check(given));
        return given === undefined ? NONE : below(key, field.optional.check(given));
      });
    },
    read: (value: Readonly<Record<string, unknown>>) => {
      const given = named.map(([key, field]) => {
        if (!('optional' in field)) return [key, read(value[key], field)];
        const each = value[key] ?? field.fallback;
        return [key, each === undefined ? undefined : read(each, field.optional)];
      });
      return Object.fromEntries(given.filter(([, each]) => each !== undefined));
    },
  };
}

/** An object with no other keys. */
export const onlyOf = <T>(fields: Fields<T>, keys = Object.keys(fields)): Shape<T> => {
  const named = objectOf(fields);
  const expected = `one of ${keys.join(', ')}`;
  return {
    ...named,
    check: (value) => {
      const others = isObject(value) ? Object.keys(value).filter((key) => !Object.hasOwn(fields, key)) : [];
      return [...named.check(value), ...others.map((key) => ({ path: [key], expected, found: key, keys }))];
    },
  };
};

/** The type of the values that have a shape. */
export type InferOf<S> = S extends Shape<infer T> ? T : never;

type InferOfField<F> = F extends Optional<infer T> ? T : InferOf<F>;

/** The type of an object with these fields. Comments of the declarations are those of its properties. */
export type ObjectOf<F> = {
  readonly [K in keyof F as IsOptional<F[K]> extends true ? never : K]: InferOfField<F[K]>;
} & {
  readonly [K in keyof F as IsOptional<F[K]> extends true ? K : never]?: InferOfField<F[K]>;
};

type IsOptional<F> = F extends { readonly fallback: unknown } ? false : F extends Optional<unknown> ? true : false;

/** The same for a type that is declared nowhere else: `InferOf` the shape. */
export const object = <const F extends FieldShapes>(fields: F) => objectOf(fields as never) as Shape<ObjectOf<F>>;

/** An object whose shape depends on the value of one of its keys. */
export const byKey = <Shapes extends Readonly<Record<string, Shape<unknown>>>>(
  key: string,
  shapes: Shapes,
  otherwise: Shape<unknown> = object({ [key]: oneOf(Object.keys(shapes)) }),
): Shape<InferOf<Shapes[keyof Shapes]>> => {
  const shapeOf = (value: unknown): Shape<unknown> => {
    const name = isObject(value) ? value[key] : undefined;
    return (typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined) ?? otherwise;
  };
  return {
    check: (value) => shapeOf(value).check(value),
    read: (value) => read(value, shapeOf(value)) as InferOf<Shapes[keyof Shapes]>,
  };
};

const below = (step: string | number, mismatches: readonly Mismatch[]): readonly Mismatch[] =>
  mismatches.length === 0 ? NONE : mismatches.map((each) => ({ ...each, path: [step, ...each.path] }));

function allOf<Item>(items: Iterable<Item>, check: (item: Item) => readonly Mismatch[]): readonly Mismatch[] {
  let all: Mismatch[] | undefined;
  for (const item of items) {
    for (const mismatch of check(item)) (all ??= []).push(mismatch);
  }
  return all ?? NONE;
}

/** For a message: `changes[3].kind is 7, expected text`. */
export function describeMismatch({ path, expected, found, isSecret, keys }: Mismatch): string {
  const at = keys === 'any' ? path.slice(0, -1) : path;
  const where = at.length === 0 ? 'it' : `\`${formatPath(at)}\``;
  const actual = isSecret ? 'something else' : inFewWords(found);
  return found === undefined ? `${where} is missing` : `${where} is ${actual}, expected ${expected}`;
}

function inFewWords(value: unknown): string {
  if (typeof value === 'string') return `“${value.slice(0, 60)}”`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
