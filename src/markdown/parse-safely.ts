/** Parsing that no text can block: length, depth and work are limited, and a failure is a value. */
import { TooManyMarks } from './lexer.ts';
import { limitProblem, mayNestDeeply } from './reading-limits.ts';
import { createContext, Script, type Context } from 'node:vm';

export interface TextProblem {
  /** The reason why this text cannot be parsed, as a message. */
  readonly problem: string;
}

/** Up to this length even the worst input takes about a second. */
const TRUSTED_LENGTH = 8192;
/** Up to this one, three times as long, it takes ten: a watchdog, which is a thread, would cost time and never stop one. */
const UNWATCHED_LENGTH = 3 * TRUSTED_LENGTH;
/** Long, because it affects what is sent: a busy machine must not change the result. */
const PATIENCE_MS = 30_000;

/** A text that failed once always fails, and trying again would take as long as before. */
const failed = new Map<string, string>();
const MOST_FAILED = 100;

export function parseSafely<T extends object>(text: string, parse: () => T): T | TextProblem {
  const problem = failed.get(text) ?? limitProblem(text);
  if (problem !== undefined) return { problem };
  const found = parseOnce(text, parse);
  if ('problem' in found) remember(text, found as TextProblem);
  return found;
}

function parseOnce<T extends object>(text: string, parse: () => T): T | TextProblem {
  try {
    if (text.length <= UNWATCHED_LENGTH) return parse();
    const run = runWithin(PATIENCE_MS, parse);
    return 'value' in run ? run.value : { problem: `it takes longer than ${PATIENCE_MS / 1000} seconds to read` };
  } catch (error) {
    if (error instanceof TooManyMarks) return { problem: TOO_MANY_MARKS };
    // Errors thrown by the site's hooks are not the text's fault.
    if (!isStackOverflow(error)) throw error;
    return { problem: 'the text is nested too deeply' };
  }
}

const TOO_MANY_MARKS = 'a paragraph has thousands of `*`, `_` or `~` that may open or close emphasis';

function remember(text: string, { problem }: TextProblem): void {
  failed.set(text, problem);
  if (failed.size > MOST_FAILED) failed.delete(failed.keys().next().value!);
}

/** True if parsing may fail: nearly every text is known to be fine without parsing it. */
export const mayFail = (text: string): boolean =>
  text.length > UNWATCHED_LENGTH ||
  (text.length > TRUSTED_LENGTH && hasManyMarks(text)) ||
  mayNestDeeply(text) ||
  limitProblem(text) !== undefined;

/** Far fewer than what takes too many steps, or nests too deeply. */
const FEW_MARKS = 500;

function hasManyMarks(text: string): boolean {
  const marks = /[*_~[]/g;
  let count = 0;
  while (count <= FEW_MARKS && marks.test(text)) count++;
  return count > FEW_MARKS;
}

const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && /call stack/i.test(error.message);

const TIMED_OUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

type Finished<Value> = { readonly value: Value } | { readonly timedOut: true };

/**
 * Runs a task that may not end. Markdown parsers have inputs with quadratic run time, and only the engine's own
 * watchdog can stop a loop or a regular expression from outside.
 */
function runWithin<Value>(milliseconds: number, task: () => Value): Finished<Value> {
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
