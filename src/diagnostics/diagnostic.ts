import { catalogue, type Code } from './catalogue.ts';
import type { Severity } from './codes/entry.ts';

/** A range in a source file, with the text of its line, so that it can be shown without reading the file again. */
export interface Span {
  /** The path of the file. */
  readonly file: string;
  /** 1-based, as in editors. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
  /** The number of characters. */
  readonly length: number;
  /** The text of its line. */
  readonly lineText: string;
}

/** A related place or fact. */
export interface Note {
  /** The note, in one sentence. */
  readonly message: string;
  /** Where it is. */
  readonly at?: Span;
}

/** A problem as a value. Only the views turn it into text. */
export interface Diagnostic {
  /** The code, as docs/diagnostics.md lists it. */
  readonly code: Code;
  /** An error or a warning. */
  readonly severity: Severity;
  /** The problem, in one sentence. */
  readonly message: string;
  /** Where it is. */
  readonly at: Span;
  /** Related places. */
  readonly notes: readonly Note[];
  /** A short next step: the text to write or the thing to do instead. */
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

/** The span of a problem that concerns a whole file, or a file that cannot be read. */
export const wholeFile = (file: string): Span => ({ file, line: 1, column: 1, length: 0, lineText: '' });

/** The same problem with other names of its files. */
export const renamed = (diagnostic: Diagnostic, nameOf: (file: string) => string): Diagnostic => ({
  ...diagnostic,
  at: { ...diagnostic.at, file: nameOf(diagnostic.at.file) },
  notes: diagnostic.notes.map((note) => (note.at ? { ...note, at: { ...note.at, file: nameOf(note.at.file) } } : note)),
});

/** True for an error, false for a warning. */
export const isError = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'error';
export const isWarning = (diagnostic: Diagnostic): boolean => diagnostic.severity === 'warning';

/** By file, then by position: the order in which a person would fix them. */
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

/** A problem with all its places: a deleted room is one problem, however many sessions take place in it. */
export interface GatheredDiagnostic extends Diagnostic {
  /** The places after the first one. */
  readonly also: readonly Span[];
}

/** In the order of their first places. */
export function gather(diagnostics: readonly Diagnostic[]): readonly GatheredDiagnostic[] {
  const causeOf = (each: Diagnostic): unknown =>
    catalogue[each.code].isGathered ? `${each.code} ${each.message} ${each.suggestion}` : each;
  return [...Map.groupBy(diagnostics, causeOf).values()].map(([first, ...others]) => ({
    ...first!,
    also: others.map(({ at }) => at),
  }));
}
