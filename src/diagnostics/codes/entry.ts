/** A notice is information only: it never fails a command, not even with `--strict`. */
export type Severity = 'error' | 'warning' | 'notice';

/** One kind of problem, why it matters and how to fix it: a section of docs/diagnostics.md each. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}
