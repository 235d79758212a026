/** Every command that a hint names, typed: it settles what it is printed for. */
import { describe, expect, it } from 'vitest';
import { eventText, someEvents } from './fixture.ts';
import { copiesOfSyncedStage } from './stage-copies.ts';
import type { Stage } from './stage.ts';

const FILE = 'events/event-0.yaml';
const open = copiesOfSyncedStage({
  files: { ...someEvents(3), [FILE]: `${eventText('Event 0')}description: Two sets\n` },
  profile: 'extended',
});

const idOf = (stage: Stage): string => stage.ids()['events/event-0']!;
const edit = (stage: Stage): void => stage.edit(FILE, 'Two sets', 'Three sets');
const type = (stage: Stage) => stage.call('PUT', `/events/${idOf(stage)}`, { description: 'By a colleague' });
const remove = (stage: Stage) => stage.call('DELETE', `/events/${idOf(stage)}`);

async function makeAgain(stage: Stage): Promise<void> {
  const { fields } = stage.named('event', 'Event 0');
  await remove(stage);
  stage.theatre.clock.pass(3_600_000);
  await stage.call('POST', '/events', { ...fields, title: 'Event 0, the gala' });
}

const SITUATIONS: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  'a value that was changed on the target': type,
  'a value that was changed on both sides': async (stage) => {
    edit(stage);
    await type(stage);
  },
  'an object that was deleted on the target': remove,
  'an object that was deleted on the target, and changed here': async (stage) => {
    edit(stage);
    await remove(stage);
  },
  'an object that was deleted on the target, and perhaps made again': makeAgain,
  'an object that was changed on the target, and deleted here': async (stage) => {
    await type(stage);
    stage.remove(FILE);
  },
};

const COMMANDS = [['plan'], ['pull', '--dry-run'], ['sync', '--yes']];

/** The commands in a text, in quotes or in the lines that name the ways out of all conflicts and all drift. */
const commandsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/gitcast ((?:pull|sync)(?: (?:--target live|--[a-z-]+|events\/[\w-]+))*)/g)].map(
      ([, words]) => words!,
    ),
  ),
];

describe.each(Object.entries(SITUATIONS))('for %s', (_, bringAbout) => {
  it.each(COMMANDS)('each command that `gitcast %s` prints settles it', async (...words) => {
    const first = await open();
    await bringAbout(first);
    const hinted = commandsIn((await first.gitcast(...words)).stdout);
    // A dry run of a pull shows what `gitcast pull` settles.
    if (words[0] !== 'pull') expect(hinted).not.toEqual([]);
    for (const command of hinted) {
      const stage = await open();
      await bringAbout(stage);
      const [name = '', ...flags] = command.split(' ');
      await stage.gitcast(name, ...(name === 'sync' ? ['--yes'] : []), ...flags);
      const { changes } = await stage.plan();
      const left = changes.filter(({ action }) => action === 'drift' || action === 'conflict');
      expect([command, left]).toEqual([command, []]);
    }
  });
});
