export type Severity = 'error' | 'warning';

/** What one sort of problem is, why it matters and how it is mended: a section of docs/diagnostics.md each. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly mend: string;
}
