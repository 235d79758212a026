import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Context } from '../context.ts';
import { annotate, warn } from './annotations.ts';
import { summarise } from './job-summary.ts';

/** A CI host shows problems on their lines and has a page for each job. Without one, these functions do nothing. */
export interface Host {
  readonly annotate: (diagnostics: readonly Diagnostic[]) => void;
  readonly warn: (message: string) => void;
  readonly summarise: (markdown: string) => void;
}

export const hostOf = (context: Context): Host => ({
  annotate: (diagnostics) => annotate(diagnostics, context),
  warn: (message) => warn(message, context),
  summarise: (markdown) => summarise(markdown, context),
});
