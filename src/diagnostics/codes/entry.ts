/** A notice is worth knowing and asks for nothing: it fails nothing, not even with `--strict`. */
export type Severity = 'error' | 'warning' | 'notice';

/** What one sort of problem is, why it matters and how it is mended: a section of docs/diagnostics.md each. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly mend: string;
}
