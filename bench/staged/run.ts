import { appendFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeBroadcast } from '../corpora/broadcast.ts';
import type { Run } from '../suite/benchmark.ts';
import { commitAll, stage } from '../suite/git.ts';
import { inMilliseconds, inTurns } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { measureTree } from '../suite/measure-tree.ts';
import { gitcast, ROOT } from '../suite/program.ts';
import { figureOf } from '../suite/statistics.ts';

const STAGED = 5;
const MANY = 10_000;
const RUNS_A_ROUND = 3;

export const run: Run = async ({ rounds, size }) => {
  const [demo, many] = [makeRoom(), makeRoom()];
  for (const name of ['content', 'gitcast.config.yaml'])
    cpSync(join(ROOT, name), join(demo, name), { recursive: true });
  writeBroadcast(join(many, 'content'), { events: size(MANY) });
  for (const folder of [demo, many]) commitAll(folder);
  const start = (cwd: string, words: readonly string[]) => async () =>
    inMilliseconds(await measureTree({ words, cwd }));
  const startStaged = (cwd: string, words: readonly string[]) => () => {
    changeAndStage(cwd);
    return start(cwd, words)();
  };
  const series = await inTurns(
    { rounds: rounds * RUNS_A_ROUND },
    {
      'an empty process': start(demo, ['node', '--eval', '0']),
      'gitcast, 5 files staged in the demo': startStaged(demo, gitcast('validate', '--staged')),
      'gitcast, 5 files staged among 10,000': startStaged(many, gitcast('validate', '--staged')),
      'gitcast, the whole demo': start(demo, gitcast('validate')),
    },
  );
  const aim = { most: 200 };
  return {
    figures: [
      figureOf(
        { name: 'five files in the demo', unit: 'ms', aim },
        series['gitcast, 5 files staged in the demo'],
        'ms',
      ),
      figureOf(
        { name: 'five files among 10,000', unit: 'ms', aim },
        series['gitcast, 5 files staged among 10,000'],
        'ms',
      ),
    ],
    series: Object.values(series),
  };
};

/** Changes a handful of events, as every commit does: no check has seen these versions before. */
function changeAndStage(folder: string): void {
  const events = join(folder, 'content/events');
  const files = readdirSync(events, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
  for (const name of files.slice(0, STAGED)) appendFileSync(join(events, name), '# changed\n');
  stage(folder);
}
