/** Contestants take turns, so that other load on the machine affects all of them. */
import { formatNumber } from './format.ts';
import { MEASURES, type Measure, type Scale, type Series } from './benchmark.ts';

/** What one round of a contestant took. */
export type Took = Readonly<Partial<Record<Measure, number>>>;
export type Contestant = () => Took | Promise<Took>;

/** For what takes less than a second. */
export const inMilliseconds = ({ s, ...rest }: Took): Took => ({ ...rest, ms: s! * 1000 });

interface Turns extends Pick<Scale, 'rounds'> {
  /** Without one, the first round counts, as for builds of minutes that nothing warms up. */
  readonly hasWarmUp?: boolean;
}

export async function inTurns<N extends string>(
  { rounds, hasWarmUp = true }: Turns,
  contestants: Readonly<Record<N, Contestant>>,
): Promise<Readonly<Record<N, Series>>> {
  const names = Object.keys(contestants) as N[];
  const taken = new Map<N, Took[]>(names.map((name) => [name, []]));
  for (let round = hasWarmUp ? 0 : 1; round <= rounds; round++) {
    for (const name of names) {
      const took = await contestants[name]();
      report(round === 0 ? 'warm-up' : `round ${round} of ${rounds}`, name, took);
      if (round > 0) taken.get(name)!.push(took);
    }
  }
  return Object.fromEntries(names.map((name) => [name, seriesOf(name, taken.get(name)!)])) as Record<N, Series>;
}

/** The first measure is enough to see that it goes on. */
export function report(where: string, name: string, took: Took): void {
  const measure = MEASURES.find((each) => took[each] !== undefined);
  const value = measure === undefined ? '' : `: ${formatNumber(took[measure]!)} ${measure}`;
  console.log(`  ${where}, ${name}${value}`);
}

export function seriesOf(name: string, taken: readonly Took[]): Series {
  const measured = MEASURES.filter((measure) => taken.every((took) => took[measure] !== undefined));
  return {
    name,
    values: Object.fromEntries(measured.map((measure) => [measure, taken.map((took) => took[measure]!)])),
  };
}
