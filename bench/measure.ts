/** A result of a benchmark, and the project's aim for it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit?: string;
  readonly aim?: { readonly most?: number; readonly least?: number };
}

/** Medians of several contestants that take turns, so that a busy machine slows all of them equally. */
export function inTurns<N extends string>(
  rounds: number,
  contestants: Readonly<Record<N, () => void>>,
): Readonly<Record<N, number>> {
  const names = Object.keys(contestants) as N[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<N, number[]>;
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const start = performance.now();
      contestants[name]();
      // The first round is a warm-up.
      if (round >= 0) times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<N, number>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function formatFigure({ name, value, unit = '', aim }: Figure): string {
  const met = aim === undefined || (value <= (aim.most ?? Infinity) && value >= (aim.least ?? -Infinity));
  const wanted =
    aim === undefined ? '' : ` (aim: ${aim.most === undefined ? `at least ${aim.least}` : `at most ${aim.most}`})`;
  return `${met ? '✓' : '✗'} ${name}: ${value.toFixed(2)}${unit}${wanted}`;
}
