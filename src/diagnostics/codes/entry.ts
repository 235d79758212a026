/** A notice is information only: it never fails a command, not even with `--strict`. */
export type Severity = 'error' | 'warning' | 'notice';

/** One kind of problem, why it matters and how to fix it. Each is a section of docs/diagnostics.md. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** Problems with the same message and suggestion are one problem with several places. */
  readonly isGathered?: true;
}

/** An error, unless it has another severity. */
export type DeclaredCode = Omit<CodeEntry, 'severity'> & { readonly severity?: Exclude<Severity, 'error'> };
