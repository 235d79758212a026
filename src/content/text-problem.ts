import type { Code } from '../diagnostics/catalogue.ts';

/** A problem with its place in the text; whoever knows the file makes a diagnostic of it. */
export interface TextProblem {
  readonly code: Code;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly suggestion?: string;
  /** What to write instead. It repeats the text, so it is shown only where that holds no credential. */
  readonly edit?: string;
}
