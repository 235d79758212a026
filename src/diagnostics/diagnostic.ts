import { catalogue, type Code } from './catalogue.ts';
import type { Severity } from './codes/entry.ts';

/** A stretch of a source file, with the line it stands on, so that showing it needs no second read. */
export interface Span {
  readonly file: string;
  /** From 1, as editors count. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly lineText: string;
}

export interface Note {
  readonly message: string;
  readonly at?: Span;
}

/** A problem as a value. Only the views turn it into text. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly at: Span;
  readonly notes: readonly Note[];
  /** What to write or do instead, in a few words. */
  readonly suggestion?: string;
}

interface Details {
  readonly notes?: readonly Note[];
  readonly suggestion?: string | undefined;
}

export function diagnose(code: Code, at: Span, message: string, { notes = [], suggestion }: Details = {}): Diagnostic {
  const { severity } = catalogue[code];
  return { code, severity, message, at, notes, ...(suggestion !== undefined && { suggestion }) };
}

/** The place of a problem that concerns a file as a whole, or one that could not be read. */
export const wholeFile = (file: string): Span => ({ file, line: 1, column: 1, length: 0, lineText: '' });

export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error';
export const isWarning = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'warning';

/** By file, then by position: the order in which a person would mend them. */
export function inReadingOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compareText(a.at.file, b.at.file) ||
      a.at.line - b.at.line ||
      a.at.column - b.at.column ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
