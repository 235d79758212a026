import { createContext, Script, type Context } from 'node:vm';

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

export type Finished<Value> = { readonly value: Value } | { readonly timedOut: true };

/**
 * Runs a task that cannot be trusted to end. Parsers of Markdown have inputs on which their time grows with the square of
 * the length, and only the engine's own watchdog can stop a loop or a regular expression from outside of it.
 */
export function runWithin<Value>(milliseconds: number, task: () => Value): Finished<Value> {
  room ??= createContext({});
  let value: Value | undefined;
  room['task'] = () => void (value = task());
  try {
    CALL.runInContext(room, { timeout: milliseconds });
    return { value: value as Value };
  } catch (error) {
    // The error is of the other context, so `instanceof` would not know it.
    if ((error as { code?: unknown } | null)?.code === TIMED_OUT) return { timedOut: true };
    throw error;
  } finally {
    delete room['task'];
  }
}

const CALL = new Script('task()');
let room: Context | undefined;
