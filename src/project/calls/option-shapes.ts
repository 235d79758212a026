/** What the options of calls are made of. */
import type { KindName } from '../../kinds/registry.ts';
import * as is from '../../values/shape.ts';
import type { ProjectOptions } from '../outside.ts';
import { PORT, SCHEMES, type Range } from './limits.ts';

export const wholeNumber = ({ least, most = Number.MAX_SAFE_INTEGER }: Range): is.Shape<number> =>
  is.shape(
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${least}`
      : `a whole number from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );

export const path: is.Shape<string> = is.shape(
  'a path, as text',
  (value) => typeof value === 'string' && value !== '' && !value.includes('\0'),
);
export const kind: is.Shape<KindName> = is.shape('the name of a kind', (value) => typeof value === 'string');
/** The limit is that of JavaScript's dates. */
export const time: is.Shape<number> = is.shape(
  'a time in milliseconds since 1970, as a number',
  (value) => Number.isFinite(value) && Math.abs(value as number) <= 8.64e15,
);
export const patterns = is.optional(is.listOf(is.text));
export const flag = is.optional(is.flag);
export const port = is.optional(wholeNumber(PORT));
/** Node.js takes an empty one for every address. */
export const host = is.optional(
  is.shape<string>('an address, as text', (value) => typeof value === 'string' && value !== ''),
);
export const scheme = is.optional(is.oneOf(SCHEMES));
export const aFunction = <T>(expected: string): is.Shape<T> =>
  is.shape(expected, (value) => typeof value === 'function');

/** The values may be secrets, so a wrong one is not shown. */
export const env: is.Shape<ProjectOptions['env']> = is.shape(
  'an object of texts, such as process.env',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => each === undefined || typeof each === 'string'),
);

/** Options within an option. */
export const exactly = <T>(fields: is.Fields<T>): is.Shape<T> => ({
  check: (value) => is.objectOf(fields).check(value) ?? unknownIn(value as object, fields),
});

function unknownIn(value: object, fields: object): is.Mismatch | undefined {
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  return unknown === undefined
    ? undefined
    : { path: [unknown], expected: `one of ${Object.keys(fields).join(', ')}`, found: unknown };
}
