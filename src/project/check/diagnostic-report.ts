import type { Code } from '../../diagnostics/catalogue.ts';
import type { Severity } from '../../diagnostics/codes/entry.ts';
import {
  type Diagnostic,
  type Note,
  type Span,
  gather,
  type GatheredDiagnostic,
} from '../../diagnostics/diagnostic.ts';

/** A position in a file. */
export interface PlaceReport {
  /** The file, relative to the project's folder. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
}

/** A problem for programs: with its position, without the text of the line. */
export interface DiagnosticReport extends PlaceReport {
  /** The code, as docs/diagnostics.md lists it. */
  readonly code: Code;
  /** An error or a warning. */
  readonly severity: Severity;
  /** The problem, in one sentence. */
  readonly message: string;
  /** Further places with the same problem, such as all that point to a missing document. */
  readonly also: readonly PlaceReport[];
  /** Related places. */
  readonly notes: readonly (string | NoteReport)[];
  /** The next step, if there is one. */
  readonly suggestion: string | null;
}

/** A note about another position. */
export interface NoteReport extends PlaceReport {
  /** The note, in one sentence. */
  readonly message: string;
}

export const reportDiagnostics = (diagnostics: readonly Diagnostic[]): readonly DiagnosticReport[] =>
  gather(diagnostics).map(reportDiagnostic);

const reportDiagnostic = (diagnostic: GatheredDiagnostic): DiagnosticReport => {
  const { code, severity, message, at, also, notes, suggestion = null } = diagnostic;
  const places = { ...reportPlace(at), also: also.map(reportPlace) };
  return { code, severity, message, ...places, notes: notes.map(reportNote), suggestion };
};

const reportPlace = ({ file, line, column }: Span): PlaceReport => ({ file, line, column });

const reportNote = ({ message, at }: Note): string | NoteReport => (at ? { message, ...reportPlace(at) } : message);
