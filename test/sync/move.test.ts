import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../state/clones.ts';
import { ONE_OF_EACH, someEvents } from './fixture.ts';
import { actionsOf, openSyncedStage, type Stage } from './stage.ts';

const READS = new Set(['GET']);

async function mv(stage: Stage, from: string, to: string): Promise<void> {
  const { exitCode, stderr } = await stage.gitcast('mv', from, to);
  expect([exitCode, stderr]).toEqual([0, '']);
}

function commit(stage: Stage): void {
  if (!existsSync(join(stage.folder, '.git'))) git(stage.folder, 'init', '-q');
  git(stage.folder, 'add', '-A');
  git(stage.folder, 'commit', '-q', '-m', 'content');
}

describe('gitcast mv', () => {
  it.each([
    ['every kind', 'extended', Object.keys(ONE_OF_EACH).filter((path) => path !== 'broadcast.yaml')],
    ['a kind of the first surface', 'documented', ['events/opening-night.yaml', 'places/main-stage.yaml']],
  ] as const)('keeps the object of a document of %s, with the %s profile', async (_, profile, paths) => {
    const stage = await openSyncedStage({ files: ONE_OF_EACH, profile });
    commit(stage);
    const open = actionsOf(await stage.plan());
    const ids = stage.ids();
    const addresses = paths.map((path) => path.replace(/\.(?:yaml|md)$/, ''));
    const moved = (text: string): string => text.replace('/', '/moved/');
    for (const address of addresses) await mv(stage, address, moved(address));
    commit(stage);

    expect(actionsOf(await stage.plan()).toSorted()).toEqual(
      [...addresses.map((each) => `move ${moved(each)}`), ...open].toSorted(),
    );
    stage.forgetRequests();
    await stage.sync();
    expect(stage.seen.filter(({ method }) => !READS.has(method))).toEqual([]);
    for (const address of addresses) expect(stage.ids()).toMatchObject({ [moved(address)]: ids[address] });
    expect(actionsOf(await stage.plan())).toEqual(open);
  });
});

describe('git mv of an event', () => {
  it('is a move: the same id, and no requests except those that the content needs', async () => {
    const stage = await openSyncedStage({ files: someEvents(3) });
    commit(stage);
    mkdirSync(join(stage.folder, 'content/events/friday'));
    const { id } = stage.named('event', 'Event 1');
    git(stage.folder, 'mv', 'content/events/event-1.yaml', 'content/events/friday/first.yaml');

    const plan = await stage.plan();
    expect(actionsOf(plan)).toEqual(['move events/friday/first']);
    expect(plan.requests).toBe(0);
    stage.forgetRequests();
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.seen.filter(({ method }) => !READS.has(method))).toEqual([]);
    expect(stage.ids()).toMatchObject({ 'events/friday/first': id });
    expect(stage.ids()).not.toHaveProperty('events/event-1');
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});
