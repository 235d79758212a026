/** Every call of a project starts and ends here. */
import { RemoteError } from '../../diagnostics/errors.ts';
import type { Outside } from '../outside.ts';
import type { Options, OptionsOf } from './option.ts';

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

/** A method whose use case is imported by the first call. When it is stopped, it rejects with the reason of the signal. */
export const methodOf =
  <Given, Result>(load: () => Promise<Call<Given, Result>>, outside: Outside): ((given?: Given) => Promise<Result>) =>
  async (given = {} as Given) => {
    const act = await load();
    outside.signal?.throwIfAborted();
    return stoppable(act(outside, given), outside.signal);
  };

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
