import type { Code } from '../../diagnostics/catalogue.ts';
import type { Severity } from '../../diagnostics/codes/entry.ts';
import type { Diagnostic, Note } from '../../diagnostics/diagnostic.ts';

/** A problem for programs: with its position, without the text of the line. */
export interface DiagnosticReport {
  /** The code, as docs/diagnostics.md lists it. */
  readonly code: Code;
  /** An error or a warning. */
  readonly severity: Severity;
  /** The problem, in one sentence. */
  readonly message: string;
  /** The file, relative to the project's folder. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
  /** Related places. */
  readonly notes: readonly (string | NoteReport)[];
  /** The next step, if there is one. */
  readonly suggestion: string | null;
}

/** A note about another position. */
export interface NoteReport {
  /** The note, in one sentence. */
  readonly message: string;
  /** The file, relative to the project's folder. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
}

export function reportDiagnostic({ code, severity, message, at, notes, suggestion }: Diagnostic): DiagnosticReport {
  const { file, line, column } = at;
  return { code, severity, message, file, line, column, notes: notes.map(reportNote), suggestion: suggestion ?? null };
}

const reportNote = ({ message, at }: Note): string | NoteReport =>
  at ? { message, file: at.file, line: at.line, column: at.column } : message;
