import { catalogue } from './catalogue.ts';
import type { CodeEntry } from './codes/entry.ts';
import { count } from './count.ts';
import type { Diagnostic } from './diagnostic.ts';

const SHOWN = 3;

/** Problems that tend to occur in many places at once, with the same message: only the first, with the number of all. */
export function folded(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = Map.groupBy(diagnostics, (each) =>
    (catalogue[each.code] as CodeEntry).isFrequent ? `${each.code} ${each.message}` : each,
  );
  return [...groups.values()].map(([first, ...others]) => (others.length === 0 ? first! : joined(first!, others)));
}

function joined(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const places = others
    .slice(0, SHOWN)
    .map(({ at: { file, line, length } }) => (length > 0 ? `${file}:${line}` : file));
  const more = others.length > SHOWN ? ` and ${count(others.length - SHOWN, 'more place')}` : '';
  return {
    ...first,
    message: `${first.message} (${others.length + 1} places)`,
    notes: [...first.notes, { message: `also ${places.join(', ')}${more}` }],
  };
}
