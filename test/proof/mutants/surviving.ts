/** Which mutants live, said line by line while they are tried. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../e2e/program.ts';
import { mutantsOf } from './mutants-of.ts';
import { runMutants, type Fate, type MutantRun, type Placed } from './run-mutants.ts';
import { reasonToLive } from './survivors.ts';

export const mutantsIn = (file: string): readonly Placed[] =>
  mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')).map((mutant) => ({ ...mutant, file }));

export const reasonFor = ({ mutant }: Fate): string | undefined => reasonToLive(mutant);

export const nameOf = ({ file, line, change }: Placed): string => `${file}:${line}: ${change}`;

export async function surviving(
  mutants: readonly Placed[],
  options: Omit<MutantRun, 'onFate'> = {},
): Promise<{ percent: number; survivors: readonly Fate[] }> {
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const fates = await runMutants(mutants, {
    ...options,
    onFate: ({ mutant, killedBy }, done) => {
      const fate = killedBy === undefined ? 'LIVES' : `killed by ${killedBy}`;
      say(`${done}/${mutants.length} ${nameOf(mutant)}: ${fate}`);
    },
  });
  const survivors = fates.filter(({ killedBy }) => killedBy === undefined);
  const percent = ((fates.length - survivors.length) / fates.length) * 100;
  say(`${fates.length - survivors.length} of ${fates.length} mutants killed (${percent.toFixed(1)} %)`);
  for (const fate of survivors) say(`lives: ${nameOf(fate.mutant)}: ${reasonFor(fate) ?? 'no reason is known'}`);
  return { percent, survivors };
}
