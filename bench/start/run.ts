import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../suite/benchmark.ts';
import { commitAll } from '../suite/git.ts';
import { inTurns, inMilliseconds } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { measureTree } from '../suite/measure-tree.ts';
import { CHECKOUT, gitcast, ROOT } from '../suite/program.ts';
import { ratio } from '../suite/statistics.ts';
import { configuration, serve } from '../suite/target.ts';

/** A start takes a fraction of a second, so there are more of them. */
const STARTS_A_ROUND = 4;

export const run: Run = async ({ rounds }) => {
  const room = makeRoom();
  const cwd = join(room, 'demo');
  mkdirSync(cwd);
  cpSync(join(ROOT, 'content'), join(cwd, 'content'), { recursive: true });
  const { card } = await serve(room);
  writeFileSync(join(cwd, 'gitcast.config.yaml'), configuration(card).replace('[en]', '[fr, en, es]'));
  writeFileSync(join(cwd, '.gitignore'), '.gitcast/\n');
  commitAll(cwd);
  const env = { ...process.env, BENCH_KEY: card.key };
  await measureTree({ words: gitcast('sync', '--yes', '--ours'), cwd, env });
  const starter = join(room, 'starter');
  mkdirSync(starter);
  await measureTree({ words: gitcast('init', starter), cwd: room, env });
  const start =
    (words: readonly string[], folder = cwd) =>
    async () =>
      inMilliseconds(await measureTree({ words, cwd: folder, env }));
  const startFresh =
    (...words: readonly string[]) =>
    () => {
      for (const made of ['dist', '.gitcast']) rmSync(join(starter, made), { recursive: true, force: true });
      return start(gitcast(...words), starter)();
    };
  const { nothing, version, validate, plan, ...others } = await inTurns(
    { rounds: rounds * STARTS_A_ROUND },
    {
      nothing: start(['node', '--eval', '0']),
      version: start(gitcast('--version')),
      validate: start(gitcast('validate')),
      plan: start(gitcast('plan')),
      starterValidate: start(gitcast('validate'), starter),
      starterPlan: start(gitcast('plan'), starter),
      starterBuild: startFresh('build'),
      checkoutVersion: start(['node', CHECKOUT, '--version']),
      checkoutValidate: start(['node', CHECKOUT, 'validate']),
    },
  );
  return {
    figures: [
      ratio({ name: '--version, times an empty process', aim: { most: 1.5 } }, version, nothing, 'ms'),
      ratio({ name: 'validate, times an empty process', aim: { most: 5 } }, validate, nothing, 'ms'),
      ratio({ name: 'plan, times an empty process' }, plan, nothing, 'ms'),
      ratio(
        { name: 'validate of the starter, times an empty process', aim: { most: 3 } },
        others.starterValidate,
        nothing,
        'ms',
      ),
      ratio(
        { name: 'plan of the starter, times an empty process', aim: { most: 8 } },
        others.starterPlan,
        nothing,
        'ms',
      ),
      ratio(
        { name: 'build of the starter, times an empty process', aim: { most: 12 } },
        others.starterBuild,
        nothing,
        'ms',
      ),
    ],
    series: [
      { ...nothing, name: 'an empty process' },
      { ...version, name: 'gitcast --version' },
      { ...validate, name: 'gitcast validate' },
      { ...plan, name: 'gitcast plan' },
      { ...others.starterValidate, name: 'gitcast validate, the starter' },
      { ...others.starterPlan, name: 'gitcast plan, the starter' },
      { ...others.starterBuild, name: 'gitcast build, the starter' },
      { ...others.checkoutVersion, name: 'the checkout, --version' },
      { ...others.checkoutValidate, name: 'the checkout, validate' },
    ],
  };
};
