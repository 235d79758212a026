import { spawnSync } from 'node:child_process';

/** A result of a benchmark, and the project's aim for it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit?: string;
  readonly aim?: { readonly most?: number; readonly least?: number };
  /** The middle half of the measured values lies between these. */
  readonly spread?: readonly [number, number];
}

/** Medians of several contestants that take turns, so that a busy machine slows all of them equally. */
export function inTurns<N extends string>(
  rounds: number,
  contestants: Readonly<Record<N, () => void>>,
): Readonly<Record<N, number>> {
  const times = timesInTurns(rounds, contestants);
  return Object.fromEntries(Object.keys(times).map((name) => [name, median(times[name as N])])) as Record<N, number>;
}

/** The same with the time of every round. */
export function timesInTurns<N extends string>(
  rounds: number,
  contestants: Readonly<Record<N, () => void>>,
): Readonly<Record<N, readonly number[]>> {
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
  return times;
}

/**
 * Runs Node to its end. The seconds that processors spent for it and its children depend little on what else the machine does,
 * unlike the time that it took.
 */
export function processorSeconds(words: readonly string[], cwd: string): number {
  const { status, stdout } = spawnSync('sh', ['-c', '"$@" >&2 && times', 'sh', process.execPath, ...words], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) throw new Error(`${words.join(' ')} failed in ${cwd}`);
  // The second line is about children, in user and system mode: `0m8.120s 0m1.040s`
  const spent = [...stdout.split('\n')[1]!.matchAll(/(\d+)m([\d.]+)s/g)];
  return spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** The time of one contestant as a multiple of another's: the medians compared, and the spread of the single rounds. */
export function timesAsLong(
  times: readonly number[],
  peer: readonly number[],
): { readonly value: number; readonly spread: readonly [number, number] } {
  return { value: median(times) / median(peer), spread: middleHalf(times.map((time, round) => time / peer[round]!)) };
}

export function middleHalf(values: readonly number[]): readonly [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[Math.floor(sorted.length / 4)]!, sorted[Math.ceil((sorted.length * 3) / 4) - 1]!];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function formatFigure({ name, value, unit = '', aim, spread }: Figure): string {
  const met = aim === undefined || (value <= (aim.most ?? Infinity) && value >= (aim.least ?? -Infinity));
  const wanted =
    aim === undefined ? '' : ` (aim: ${aim.most === undefined ? `at least ${aim.least}` : `at most ${aim.most}`})`;
  const range =
    spread === undefined ? '' : `, half of the rounds ${spread.map((each) => each.toFixed(2)).join(' to ')}`;
  return `${met ? '✓' : '✗'} ${name}: ${value.toFixed(2)}${unit}${range}${wanted}`;
}
