import { isError, isWarning, type Diagnostic, type Note } from '../../diagnostics/diagnostic.ts';
import type { Validation } from '../validation.ts';

export function validationJson({ documents, diagnostics }: Validation): object {
  const [errors, warnings] = [isError, isWarning].map((is) => diagnostics.filter(is).length);
  return { documents, errors, warnings, diagnostics: diagnostics.map(diagnosticJson) };
}

export function diagnosticJson({ code, severity, message, at, notes, suggestion }: Diagnostic): object {
  const { file, line, column } = at;
  return { code, severity, message, file, line, column, notes: notes.map(noteJson), suggestion: suggestion ?? null };
}

function noteJson({ message, at }: Note): object | string {
  return at ? { message, file: at.file, line: at.line, column: at.column } : message;
}
