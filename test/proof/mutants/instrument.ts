/** A source with all of its mutants in it, of which one at a time is switched on. */
import type { Mutant } from './mutants-of.ts';

export interface Numbered extends Mutant {
  readonly id: number;
  /** Below the repository. */
  readonly file: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
  readonly mutants: readonly Numbered[];
  readonly inside: Range[];
}

/** Each asks `globalThis.gitcastMutant` whether it is the one. */
export function instrument(source: string, mutants: readonly Numbered[]): string {
  const ranges = Map.groupBy(mutants, ({ start, end }) => `${start} ${end}`);
  const whole: Range = { start: 0, end: source.length, mutants: [], inside: [] };
  const outerFirst = [...ranges.values()].sort(([a], [b]) => a!.start - b!.start || b!.end - a!.end);
  for (const group of outerFirst) {
    const { start, end } = group[0]!;
    let around = whole;
    for (
      let next: Range | undefined = whole;
      next;
      next = around.inside.find((each) => start >= each.start && end <= each.end)
    )
      around = next;
    around.inside.push({ start, end, mutants: group, inside: [] });
  }
  return written(whole, source);
}

function written({ start, end, mutants, inside }: Range, source: string): string {
  let text = '';
  let at = start;
  for (const range of inside) {
    text += source.slice(at, range.start) + written(range, source);
    at = range.end;
  }
  text += source.slice(at, end);
  if (mutants.length === 0) return text;
  const isOn = ({ id }: Numbered): string => `globalThis.gitcastMutant(${id})`;
  // The only mutant of a statement is that it is gone. Its braces keep an `else` with the `if` that it belongs to.
  if (mutants[0]!.replacement === ';') return `{ if (!${isOn(mutants[0]!)}) { ${text} } }`;
  return `(${mutants.map((each) => `${isOn(each)} ? (${each.replacement}) : `).join('')}(${text}))`;
}
