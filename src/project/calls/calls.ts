/**
 * Every call of a project starts and ends here. Its options are checked, its listener cannot disturb it, and when it is
 * stopped it rejects with the reason of the signal.
 */
import { RemoteError } from '../../diagnostics/errors.ts';
import type { Outside } from '../outside.ts';
import { checkOptions } from './check-options.ts';
import { guardListener } from './listener.ts';
import { callOptions, type CallOptions } from './options.ts';

type Name = keyof CallOptions;
type UseCase<Call extends Name, Result> = (outside: Outside, options: CallOptions[Call]) => Result | Promise<Result>;
/** Use cases are imported by the first call that needs them. */
type Load<Call extends Name, Result> = () => Promise<UseCase<Call, Result>>;
type Callable<Result> = (given?: unknown) => Promise<Result>;

interface Calls {
  /** An error of the listener rejects the call, but only after it has ended as if there had been none. */
  readonly call: <Call extends Name, Result>(name: Call, load: Load<Call, Result>) => Callable<Result>;
  /** The same for a call that keeps running: an error of the listener rejects its `close`. */
  readonly start: <Call extends Name, Result extends Running>(name: Call, load: Load<Call, Result>) => Callable<Result>;
}

interface Running {
  readonly close: () => Promise<unknown>;
}

export function callsWith(outside: Outside): Calls {
  const { signal } = outside;
  const begin = async <Call extends Name, Result>(name: Call, load: Load<Call, Result>, given: unknown) => {
    const options = checkOptions<CallOptions[Call]>(name, given, callOptions[name]);
    signal?.throwIfAborted();
    const act = await load();
    const { onEvent, ended } = guardListener(outside.onEvent);
    try {
      return { result: await act({ ...outside, onEvent }, options), ended };
    } catch (error) {
      throw isInterruption(error) && signal?.aborted ? signal.reason : error;
    }
  };
  return {
    call: (name, load) => async (given) => {
      const { result, ended } = await begin(name, load, given);
      await ended();
      return result;
    },
    start: (name, load) => async (given) => {
      const { result, ended } = await begin(name, load, given);
      return {
        ...result,
        close: async () => {
          const closed = await result.close();
          await ended();
          return closed;
        },
      };
    },
  };
}

/** A request that was not sent any more, or a wait that was cut short. */
const isInterruption = (error: unknown): boolean =>
  error instanceof RemoteError ? error.type === 'interrupted' : error instanceof Error && error.name === 'AbortError';
