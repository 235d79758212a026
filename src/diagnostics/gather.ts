import { catalogue } from './catalogue.ts';
import type { CodeEntry } from './codes/entry.ts';
import type { Diagnostic, Span } from './diagnostic.ts';

/** A problem with all its places: a deleted room is one problem, however many sessions take place in it. */
export interface GatheredDiagnostic extends Diagnostic {
  /** The places after the first one. */
  readonly also: readonly Span[];
}

/** In the order of their first places. */
export function gather(diagnostics: readonly Diagnostic[]): readonly GatheredDiagnostic[] {
  const causeOf = (each: Diagnostic): unknown =>
    (catalogue[each.code] as CodeEntry).isGathered ? `${each.code} ${each.message} ${each.suggestion}` : each;
  return [...Map.groupBy(diagnostics, causeOf).values()].map(([first, ...others]) => ({
    ...first!,
    also: others.map(({ at }) => at),
  }));
}
