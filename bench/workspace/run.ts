import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBroadcast } from '../corpora/broadcast.ts';
import type { Run } from '../suite/benchmark.ts';
import { commitAll } from '../suite/git.ts';
import { inTurns, report, seriesOf } from '../suite/in-turns.ts';
import { makeRoom } from '../suite/leftovers.ts';
import { measureTree } from '../suite/measure-tree.ts';
import { gitcast } from '../suite/program.ts';
import { highest, median } from '../suite/statistics.ts';
import { configuration, openService, type Card } from '../suite/target.ts';

const BROADCASTS = 500;
/** 200 documents with their categories and places. */
const EVENTS = 137;
const SINCE = ['--all', '--since', 'main'];
const THEME = 'shared/house/content/broadcast.yaml';
const MEGABYTES = { unit: 'MB', aim: { most: 400 } };

export const run: Run = async ({ rounds, size }) => {
  const room = makeRoom();
  const createBroadcast = await openService(room);
  const cards: Card[] = [];
  while (cards.length < size(BROADCASTS)) cards.push(await createBroadcast());
  const cwd = join(room, 'agency');
  writeAgency(cwd, cards);
  const keys = Object.fromEntries(cards.map(({ key }, index) => [`KEY_${index}`, key]));
  const env = { ...process.env, ...keys, XDG_STATE_HOME: join(room, 'home'), HOME: join(room, 'home') };
  const command = (...words: readonly string[]) => measureTree({ words: gitcast(...words), cwd, env, codes: [0, 2] });
  const once = async (name: string, ...words: readonly string[]) => {
    const took = await command(...words);
    report('once', name, took);
    return seriesOf(name, [took]);
  };

  const first = await once(
    'gitcast, first sync of 50',
    'sync',
    '--all',
    '--yes',
    '--ours',
    '--quiet',
    '--shard',
    '1/10',
  );
  const event = join(cwd, 'festivals/number-0/content/events/event-7.yaml');
  writeFileSync(event, readFileSync(event, 'utf8').replace('number 7', 'number seven'));
  const { checked, planned } = await inTurns(
    { rounds },
    {
      checked: () => command('validate', ...SINCE),
      planned: () => command('plan', ...SINCE, '--markdown'),
    },
  );
  writeFileSync(join(cwd, THEME), 'theme:\n  borderRadius: 8\n');
  const allChecked = await once('gitcast, theme changed, all validated', 'validate', ...SINCE);
  const allPlanned = await once('gitcast, theme changed, all planned', 'plan', ...SINCE, '--markdown');
  const part = await once('gitcast, theme changed, one of five runners', 'plan', ...SINCE, '--shard', '2/5');
  return {
    figures: [
      {
        name: 'one changed: time to validate and plan',
        value: median(checked.values.s!) + median(planned.values.s!),
        unit: 's',
        aim: { most: 5 },
      },
      ...highest({ name: 'one changed: memory', ...MEGABYTES }, planned, 'MB'),
      ...highest({ name: 'theme changed: memory to validate', ...MEGABYTES }, allChecked, 'MB'),
      ...highest({ name: 'theme changed: memory to plan', ...MEGABYTES }, allPlanned, 'MB'),
    ],
    series: [
      first,
      { ...checked, name: 'gitcast, one changed, validated' },
      { ...planned, name: 'gitcast, one changed, planned' },
      allChecked,
      allPlanned,
      part,
    ],
  };
};

function writeAgency(root: string, cards: readonly Card[]): void {
  mkdirSync(join(root, 'shared/house/content'), { recursive: true });
  writeFileSync(join(root, 'gitcast.workspace.yaml'), 'broadcasts: [festivals/*]\nshared:\n  shared/house: ["**"]\n');
  writeFileSync(join(root, THEME), 'theme:\n  borderRadius: 4\n');
  writeFileSync(join(root, '.gitignore'), '.gitcast/\n');
  for (const [index, card] of cards.entries()) {
    const folder = join(root, `festivals/number-${index}`);
    writeBroadcast(join(folder, 'content'), { events: EVENTS });
    writeFileSync(join(folder, 'gitcast.config.yaml'), configuration(card, `KEY_${index}`));
  }
  commitAll(root);
}
