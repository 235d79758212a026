/** Parsing that a text cannot stop: its length, its depth and its time are bounded, and what fails is a value. */
import { runWithin } from './deadline.ts';
import { limitProblem } from './limits.ts';

export interface TextProblem {
  /** Why this text cannot be read, in words. */
  readonly problem: string;
}

/** Below this length even the worst input is done within about a second, and a watchdog would cost more than it guards. */
const TRUSTED_LENGTH = 8192;
const PATIENCE_MS = 3000;

interface Options<T> {
  readonly parse: () => T;
  readonly patience?: number;
}

export function parseSafely<T extends object>(
  text: string,
  { parse, patience = PATIENCE_MS }: Options<T>,
): T | TextProblem {
  const problem = limitProblem(text);
  if (problem !== undefined) return { problem };
  try {
    if (text.length <= TRUSTED_LENGTH) return parse();
    const run = runWithin(patience, parse);
    return 'value' in run ? run.value : { problem: `rendering took longer than ${patience / 1000} seconds` };
  } catch (error) {
    // What hooks of the site throw is not the text's fault.
    if (!isStackOverflow(error)) throw error;
    return { problem: 'the text is nested too deeply' };
  }
}

const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && /call stack/i.test(error.message);
