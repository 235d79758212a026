import { createContext, Script, type Context } from 'node:vm';

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

export type Finished<Value> = { readonly value: Value } | { readonly timedOut: true };

/**
 * Runs a task that may not end. Markdown parsers have inputs with quadratic run time, and only the engine's own
 * watchdog can stop a loop or a regular expression from outside.
 */
export function runWithin<Value>(milliseconds: number, task: () => Value): Finished<Value> {
  room ??= createContext({});
  let value: Value | undefined;
  room['task'] = () => void (value = task());
  try {
    CALL.runInContext(room, { timeout: milliseconds });
    return { value: value as Value };
  } catch (error) {
    // The error comes from the other context, so `instanceof` does not recognise it.
    if ((error as { code?: unknown } | null)?.code === TIMED_OUT) return { timedOut: true };
    throw error;
  } finally {
    delete room['task'];
  }
}

const CALL = new Script('task()');
let room: Context | undefined;
