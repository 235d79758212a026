/**
 * Every call of a project starts and ends here. Its options are checked, its listener cannot disturb it, and when it is
 * stopped it rejects with the reason of the signal.
 */
import { RemoteError, UserError } from '../../diagnostics/errors.ts';
import { formatPath, isObject } from '../../values/json.ts';
import { objectOf, optional, type Fields, type Mismatch } from '../../values/shape.ts';
import type { ProjectEvent } from '../events.ts';
import type { Outside } from '../outside.ts';
import type { Options, OptionsOf } from './option.ts';
import { didYouMean } from '../../diagnostics/nearest.ts';

/** How a call ended, for the calling program. The command line derives its exit code from it. */
export interface Ending {
  /** An error, or a refused plan. */
  readonly failed?: boolean;
  /** Something was left for a person to look at. */
  readonly left?: boolean;
  /** The target could not be read completely, so nothing is known about the rest of it. */
  readonly incomplete?: boolean;
  /** There are changes that a sync would make. */
  readonly changes?: boolean;
}

/** How a call ended. */
export interface Ended {
  /** The properties of its result. */
  readonly ending: Ending;
}

/** The result of a call that a command prints. */
export interface Reported<Report> extends Ended {
  /** The output of the command with `--json`. */
  readonly report: Report;
}

/** A use case with the declarations of its options. */
export interface Call<in Given, out Result> {
  (outside: Outside, options: Given): Result | Promise<Result>;
  readonly options: Options;
}

/** The method of a project. */
export type Method<C> =
  C extends Call<infer Given, infer Result>
    ? object extends Given
      ? (options?: Given) => Promise<Result>
      : (options: Given) => Promise<Result>
    : never;

export const defineCall = <O extends Options, Given extends OptionsOf<O>, Result>(
  options: O,
  act: (outside: Outside, options: Given) => Result | Promise<Result>,
): Call<Given, Result> & { readonly options: O } => Object.assign(act, { options });

/**
 * A method whose use case is imported by the first call. An error of the listener rejects it, but only after it has ended
 * as if there had been none; for a call that keeps running, it rejects `close`.
 */
export function methodOf<Given, Result>(
  name: string,
  load: () => Promise<Call<Given, Result>>,
  outside: Outside,
): (given?: unknown) => Promise<Result> {
  return async (given) => {
    // A program may reuse and change its object while the call runs.
    const asked = isObject(given) ? { ...given } : given;
    const act = await load();
    const options = checkOptions(name, asked, act.options) as Given;
    outside.signal?.throwIfAborted();
    const { onEvent, ended } = guardListener(outside.onEvent);
    const result = await stoppable(act({ ...outside, onEvent }, options), outside.signal);
    if (!keepsRunning(result)) {
      await ended();
      return result;
    }
    const close = async (): Promise<unknown> => {
      const closed = await result.close();
      await ended();
      return closed;
    };
    return { ...result, close };
  };
}

const keepsRunning = (result: unknown): result is { readonly close: () => Promise<unknown> } =>
  isObject(result) && typeof result['close'] === 'function';

async function stoppable<Result>(acting: Result | Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  try {
    return await acting;
  } catch (error) {
    throw isInterruption(error) && signal?.aborted ? signal.reason : error;
  }
}

/** A request that was not sent any more, or a wait that was cut short. */
const isInterruption = (error: unknown): boolean =>
  error instanceof RemoteError ? error.type === 'interrupted' : error instanceof Error && error.name === 'AbortError';

/**
 * Options are checked where they enter the library: programs in JavaScript have no compiler, and a wrong value would
 * otherwise surface later as a TypeError, or be taken for something else.
 */
export const checkOptions = <O extends Options>(call: string, given: unknown, declared: O): OptionsOf<O> =>
  checkFields(call, given, fieldsOf(declared)) as OptionsOf<O>;

export function checkFields<T>(call: string, given: unknown, fields: Fields<T>): T {
  const options = given ?? {};
  if (!isObject(options)) throw new UserError(`the options of ${call} must be an object, got ${inWords(options)}`);
  refuseUnknown(call, options, Object.keys(fields));
  const mismatches = objectOf(fields).check(options);
  // A wrong value says more about the mistake than a missing one.
  const mismatch = mismatches.find(({ found }) => found !== undefined) ?? mismatches[0];
  if (mismatch) throw unusable(call, mismatch);
  return options as T;
}

export const fieldsOf = <O extends Options>(declared: O): Fields<OptionsOf<O>> =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { shape, needed }]) => [name, needed ? shape : optional(shape)]),
  ) as unknown as Fields<OptionsOf<O>>;

/** An unknown name is a typo, or an option of another call: ignored, it would look as if it had been applied. */
function refuseUnknown(call: string, options: object, names: readonly string[]): void {
  const unknown = Object.entries(options).find(([name, value]) => value !== undefined && !names.includes(name))?.[0];
  if (unknown === undefined) return;
  const all = names.length === 0 ? 'it takes no options' : `its options are ${names.join(', ')}`;
  throw new UserError(`${call} has no option ${unknown}`, { suggestion: didYouMean(unknown, names) ?? all });
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

/**
 * A run must not depend on the code that watches it: an error thrown in the middle of a sync would leave created objects
 * without a record. The listener still gets every later event, since it may have to clean up. `ended` waits for promises
 * that the listener returned, then throws its first error.
 */
function guardListener(listener: (event: ProjectEvent) => unknown) {
  const errors: unknown[] = [];
  const pending = new Set<Promise<unknown>>();
  return {
    onEvent: (event: ProjectEvent): void => {
      try {
        const returned = listener(event);
        if (!(returned instanceof Promise)) return;
        const heard: Promise<unknown> = returned
          .catch((error: unknown) => errors.push(error))
          .finally(() => pending.delete(heard));
        pending.add(heard);
      } catch (error) {
        errors.push(error);
      }
    },
    ended: async (): Promise<void> => {
      await Promise.all(pending);
      if (errors.length > 0) throw errors[0];
    },
  };
}
