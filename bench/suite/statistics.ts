import type { Figure, Measure, Series } from './benchmark.ts';

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function middleHalf(values: readonly number[]): readonly [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 4)]!, sorted[Math.ceil((sorted.length * 3) / 4) - 1]!];
}

type Named = Pick<Figure, 'name' | 'unit' | 'aim'>;

/** One measure of a series. */
export function figureOf(named: Named, series: Series, measure: Measure): Figure {
  const values = valuesOf(series, measure);
  return { ...named, value: median(values), spread: middleHalf(values) };
}

/** A series as a multiple of another: the medians compared, and the spread over the rounds that both took part in. */
export function ratio(named: Named, series: Series, peer: Series, measure: Measure): Figure {
  const [values, limits] = [valuesOf(series, measure), valuesOf(peer, measure)];
  const pairs = values.slice(0, limits.length).map((value, round) => value / limits[round]!);
  return { ...named, value: median(values) / median(limits), spread: middleHalf(pairs) };
}

/** The highest value of any round, because memory has to suffice for each. Nothing where the system does not show it. */
export function highest(named: Named, { values }: Series, measure: Measure): readonly Figure[] {
  const found = values[measure] ?? [];
  return found.length === 0 ? [] : [{ ...named, value: Math.max(...found) }];
}

function valuesOf({ name, values }: Series, measure: Measure): readonly number[] {
  const found = values[measure];
  if (!found || found.length === 0) throw new Error(`${name} has no values for ${measure}`);
  return found;
}
