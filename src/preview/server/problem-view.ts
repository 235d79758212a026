/** Problems as the overlay shows them: with their source line, and only as many as somebody would read. */
import { isError, isWarning, type Diagnostic, type Span } from '../../diagnostics/diagnostic.ts';
import { excerpt, type Excerpt, printable } from '../../diagnostics/printable.ts';

interface PlaceView {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line, split around the marked part; absent if the problem concerns the whole file. */
  readonly source?: Excerpt;
}

export interface ProblemView {
  readonly code: string;
  readonly severity: Diagnostic['severity'];
  readonly message: string;
  readonly at: PlaceView;
  readonly notes: readonly { readonly message: string; readonly at?: PlaceView }[];
  readonly suggestion?: string;
}

export interface ProblemsView {
  readonly errors: number;
  readonly warnings: number;
  readonly shown: readonly ProblemView[];
}

const MOST = 40;
const WIDEST_LINE = 400;

export function problemsView(problems: readonly Diagnostic[]): ProblemsView {
  const errors = problems.filter(isError);
  const warnings = problems.filter(isWarning);
  return {
    errors: errors.length,
    warnings: warnings.length,
    shown: [...errors.slice(0, MOST), ...warnings.slice(0, MOST)].map(problemView),
  };
}

function problemView({ code, severity, message, at, notes, suggestion }: Diagnostic): ProblemView {
  return {
    code,
    severity,
    message: printable(message),
    at: placeView(at),
    notes: notes.map((note) => ({ message: printable(note.message), ...(note.at && { at: placeView(note.at) }) })),
    ...(suggestion !== undefined && { suggestion: printable(suggestion) }),
  };
}

function placeView(at: Span): PlaceView {
  const { file, line, column, length, lineText } = at;
  // A line that may contain a credential comes without its text.
  if (length === 0 || lineText === '') return { file, line, column };
  return { file, line, column, source: excerpt(at, WIDEST_LINE) };
}
