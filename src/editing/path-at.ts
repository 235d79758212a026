/** Finds the value that is written at a place in a file. */
import type { Document, Positions } from '../content/document.ts';
import { isObject, type Json, type JsonObject, type Path } from '../values/json.ts';

interface Place {
  readonly line: number;
  readonly column?: number;
}

type Part = Pick<Document, 'data'> & { readonly source: Positions };

/** The outermost value that starts on a line, or the innermost one at a column; undefined if there is none. */
export function pathAt({ data, source }: Part, { line, column }: Place): Path | undefined {
  let found: Path | undefined;
  for (const path of pathsIn(data)) {
    const spans = [source.valueSpan(path), ...(typeof path.at(-1) === 'string' ? [source.keySpan(path)] : [])];
    const isHere = spans.some((span) => span.line === line && (column === undefined || span.column === column));
    if (!isHere) continue;
    if (column === undefined) return path;
    found = path;
  }
  return found ?? (column === undefined ? undefined : pathAt({ data, source }, { line }));
}

/** Every path of a value, the outer ones first. */
function* pathsIn(value: Json | JsonObject, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  const entries = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  for (const [key, child] of entries) yield* pathsIn(child as Json, [...path, key]);
}
