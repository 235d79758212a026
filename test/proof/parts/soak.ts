/** A process under load for a while: what it keeps of memory and of open files. */
import type { Inspected, Sample } from './inspected.ts';

export interface Soaked {
  /** After half of the load, when everything is loaded, compiled and cached. */
  readonly half: Sample;
  readonly end: Sample;
}

export async function soak(
  { sample }: Inspected,
  { count, act }: { readonly count: number; readonly act: (index: number) => Promise<void> },
): Promise<Soaked> {
  const middle = Math.ceil(count / 2);
  for (let index = 0; index < middle; index += 1) await act(index);
  const half = await sample();
  for (let index = middle; index < count; index += 1) await act(index);
  return { half, end: await sample() };
}

export const noteOf = ({ half, end }: Soaked): string =>
  `keeps ${half.kept} MB and ${half.handles} handles after half of it, ${end.kept} MB and ${end.handles} at the end (resident: ${half.resident} MB, ${end.resident} MB)`;

/**
 * Garbage does not count: V8 lets it grow to several times of what is in use while there is memory. The allowance is for
 * machine code, which V8 still writes, and for logs of fixed length that fill up.
 */
export const isSteady = ({ half, end }: Soaked): boolean =>
  end.handles <= half.handles + 8 && end.kept <= half.kept * 1.1 + 4;

/** A preview runs all day beside other programs. Node.js, its threads and the code of gitcast take 200 MB by themselves. */
export const hasLittleGarbage = ({ half, end }: Soaked): boolean =>
  [half, end].every(({ kept, resident }) => resident <= 2 * kept + 200);
