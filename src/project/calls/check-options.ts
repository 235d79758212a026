/**
 * Options are checked where they enter the library: programs in JavaScript have no compiler, and a wrong value would
 * otherwise surface later as a TypeError, or be taken for something else.
 */
import { UserError } from '../../diagnostics/errors.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { formatPath, isObject } from '../../values/json.ts';
import { mismatchOf, objectOf, type Fields, type Mismatch } from '../../values/shape.ts';

/** Returns a copy, so that a program may reuse and change its object while the call runs. */
export function checkOptions<Options>(call: string, given: unknown, fields: Fields<Options>): Options {
  const options = given ?? {};
  if (!isObject(options)) throw new UserError(`the options of ${call} must be an object, got ${inWords(options)}`);
  refuseUnknown(call, options, Object.keys(fields));
  const mismatch = mismatchOf(options, objectOf(fields));
  if (mismatch) throw unusable(call, mismatch);
  return { ...options } as Options;
}

/** An unknown name is a typo, or an option of another call: ignored, it would look as if it had been applied. */
function refuseUnknown(call: string, options: object, known: readonly string[]): void {
  const unknown = Object.entries(options).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const all = known.length === 0 ? 'it takes no options' : `its options are ${known.join(', ')}`;
  throw new UserError(`${call} has no option ${unknown}`, {
    suggestion: meant === undefined ? all : `did you mean ${meant}?`,
  });
}

function unusable(call: string, { path, expected, found }: Mismatch): UserError {
  const option = formatPath(path);
  return found === undefined
    ? new UserError(`${call} needs the option ${option}: ${expected}`)
    : new UserError(`the option ${option} of ${call} must be ${expected}, got ${inWords(found)}`);
}

/** Numbers and text are shown, as one may be out of range and the other misspelt. */
function inWords(value: unknown): string {
  if (typeof value === 'string') return `“${value.slice(0, 60)}”`;
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
