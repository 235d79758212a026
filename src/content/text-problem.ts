import type { Code } from '../diagnostics/catalogue.ts';

/** A problem with its position in the text. The code that knows the file turns it into a diagnostic. */
export interface TextProblem {
  readonly code: Code;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly suggestion?: string;
  /** The text to write instead. It repeats the original, so it is shown only if that contains no credential. */
  readonly edit?: string;
}
