import type { Diagnostic } from '../diagnostics/diagnostic.ts';

/** What `validate` found. */
export interface Validation {
  readonly documents: number;
  /** Those that are shown, in reading order. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many were left out because they are in files that were not asked for. */
  readonly hidden: number;
  readonly failed: boolean;
}
