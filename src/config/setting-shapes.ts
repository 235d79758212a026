/** The shapes of settings: those of `values/shape.ts` with the words for a person who writes a configuration. */
import { didYouMean } from '../diagnostics/nearest.ts';
import { isObject } from '../values/json.ts';
import { onceEach } from '../values/once-each.ts';
import * as is from '../values/shape.ts';

/** `a`, `a or b`, `a, b or c`. */
export const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const textThat = (expected: string, accepts: (text: string) => boolean, more?: is.Refusal): is.Shape<string> =>
  is.shape(expected, (given) => typeof given === 'string' && accepts(given), more);

export const textLike = (expected: string, pattern: RegExp, more?: is.Refusal): is.Shape<string> =>
  textThat(expected, (text) => pattern.test(text), more);

export const numberThat = (expected: string, accepts: (number: number) => boolean): is.Shape<number> =>
  is.shape(expected, (given) => typeof given === 'number' && accepts(given));

/** Only of text: a group may even have a setting `toString`. */
const nearestWord = (given: unknown, words: readonly string[]): string | undefined =>
  typeof given === 'string' ? didYouMean(given, words, '`') : undefined;

export const oneOf = <const T extends string>(words: readonly T[]): is.Shape<T> =>
  is.shape(inWords(words), (given) => words.some((word) => word === given), {
    suggest: (given) => nearestWord(given, words),
  });

/** At least one, and each counts once. */
export const listOf = <T>(expected: string, item: is.Shape<T>): is.Shape<readonly T[]> =>
  is.readAs(
    is.both(
      is.shape(expected, (given) => Array.isArray(given) && given.length > 0),
      is.listOf(item),
    ),
    (items) => [...new Set(items)],
  );

const grouped = is.shape('settings, each as `name: value`', isObject);

export const group = <const F extends is.FieldShapes>(
  settings: F,
  names = Object.keys(settings),
): is.Shape<is.ObjectOf<F>> => is.both(grouped, is.onlyOf<never>(settings as never, names));

/** A group that is not written has the defaults of its settings. */
export const orEmpty = <T>(shape: is.Shape<T>) => is.withDefault(shape, {});

/** A group with names chosen by the user. */
export const table = <T>(name: is.Shape<string>, entryOf: (name: string) => is.Shape<T>, empty: unknown = {}) =>
  is.both(
    grouped,
    is.recordOf((each): is.Shape<T> => {
      const entry = entryOf(each);
      return { check: (given) => entry.check(given ?? empty), read: (given) => is.read(given ?? empty, entry) };
    }, name),
  );

interface Refusal {
  readonly message: string;
  readonly suggestion: string;
}

/** A group in one of several forms. A setting that only other forms have is checked all the same, and may be refused. */
export function form<const F extends is.FieldShapes>(
  own: F,
  every: is.FieldShapes,
  refusalOf?: (setting: string) => Refusal,
): is.Shape<is.ObjectOf<F>> {
  const keys = Object.keys(every);
  const others = keys.filter((name) => !Object.hasOwn(own, name));
  const refused = others.map((name): [string, is.FieldShape] => {
    const field = every[name]!;
    const { check } = 'optional' in field ? field.optional : field;
    const refusal = refusalOf && { path: [], expected: 'absent', keys, ...refusalOf(name) };
    return [name, is.optional({ check: (found) => [...(refusal ? [{ ...refusal, found }] : []), ...check(found)] })];
  });
  return group({ ...own, ...Object.fromEntries(refused) }, keys) as is.Shape<is.ObjectOf<F>>;
}

/** A group whose form is the word in one of its settings. */
export function byWord<const Forms extends Readonly<Record<string, is.FieldShapes>>>(key: string, forms: Forms) {
  const words = Object.keys(forms);
  const every = { ...Object.assign({}, ...Object.values(forms)), [key]: oneOf(words) };
  const shapes = Object.entries(forms).map(([word, settings]) => {
    const own = Object.keys(settings).filter((name) => words.some((other) => !Object.hasOwn(forms[other]!, name)));
    const shape = form(settings, every, (setting) => ({
      message: `\`${key}: ${word}\` has no setting \`${setting}\``,
      suggestion: `remove it; \`${key}: ${word}\` uses ${inWords(own)}`,
    }));
    return [word, shape];
  });
  return is.byKey(key, Object.fromEntries(shapes), form({}, every)) as is.Shape<is.ObjectOf<Forms[keyof Forms]>>;
}

export const timezone = textThat('a time zone such as Europe/Paris', (text) => isTimezone(text), {
  suggest: (given) => nearestWord(given, Intl.supportedValuesOf('timeZone')),
});

/**
 * Searching the list is ten times faster than creating a formatter, but it lacks UTC and older names such as
 * Europe/Kiev. A process that runs many commands asks once for each name.
 */
const isTimezone = onceEach(
  (name: string): boolean => name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name) || isOlderName(name),
);

function isOlderName(name: string): boolean {
  // A bare offset would be accepted too, and be wrong for half of the year.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
