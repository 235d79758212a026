/** Parsing that a text cannot stop: its length, its depth and its work are bounded, and what fails is a value. */
import { TooManyMarks } from './counted-search.ts';
import { runWithin } from './deadline.ts';
import { limitProblem } from './limits.ts';

export interface TextProblem {
  /** Why this text cannot be read, in words. */
  readonly problem: string;
}

/** Below this length even the worst input is done within about a second, and a watchdog would cost more than it guards. */
const TRUSTED_LENGTH = 8192;
/** Long, since what is sent depends on it: a machine that is busy must not make another text of it. */
const PATIENCE_MS = 30_000;

/** A text that failed once fails for all who ask: to find out again takes as long as before. */
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
    if (text.length <= TRUSTED_LENGTH) return parse();
    const run = runWithin(PATIENCE_MS, parse);
    return 'value' in run ? run.value : { problem: `it takes longer than ${PATIENCE_MS / 1000} seconds to read` };
  } catch (error) {
    if (error instanceof TooManyMarks) return { problem: TOO_MANY_MARKS };
    // What hooks of the site throw is not the text's fault.
    if (!isStackOverflow(error)) throw error;
    return { problem: 'the text is nested too deeply' };
  }
}

const TOO_MANY_MARKS = 'a paragraph has thousands of `*`, `_` or `~` that may begin or end something';

function remember(text: string, { problem }: TextProblem): void {
  failed.set(text, problem);
  if (failed.size > MOST_FAILED) failed.delete(failed.keys().next().value!);
}

/** Whether reading it may fail: nearly no text has to be read to know that it can be. */
export const mayFail = (text: string): boolean => text.length > TRUSTED_LENGTH || limitProblem(text) !== undefined;

const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && /call stack/i.test(error.message);
