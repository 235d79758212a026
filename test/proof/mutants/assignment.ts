import type { Numbered } from './instrument.ts';

/** Mutants of one file, for one process. */
export interface Assignment {
  /** Below the repository. */
  readonly file: string;
  readonly mutants: readonly Numbered[];
  /** The test files to hold them against, below the repository. */
  readonly tests: readonly string[];
  /** Where it is written, a line each: `start`, `killed` or `end` and the mutant's number. */
  readonly report: string;
}
