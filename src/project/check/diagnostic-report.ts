import type { Code } from '../../diagnostics/catalogue.ts';
import type { Severity } from '../../diagnostics/codes/entry.ts';
import type { Diagnostic, Note } from '../../diagnostics/diagnostic.ts';

/** A problem for programs: with its position, without the text of the line. */
export interface DiagnosticReport {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly notes: readonly (string | NoteReport)[];
  readonly suggestion: string | null;
}

/** A note about another position. */
export interface NoteReport {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export function reportDiagnostic({ code, severity, message, at, notes, suggestion }: Diagnostic): DiagnosticReport {
  const { file, line, column } = at;
  return { code, severity, message, file, line, column, notes: notes.map(reportNote), suggestion: suggestion ?? null };
}

const reportNote = ({ message, at }: Note): string | NoteReport =>
  at ? { message, file: at.file, line: at.line, column: at.column } : message;
