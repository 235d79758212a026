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

  it('keeps the object of a document that is rewritten in the same commit', async () => {
    const stage = await openSyncedStage({ files: someEvents(3) });
    commit(stage);
    const { id } = stage.named('event', 'Event 1');
    await mv(stage, 'events/event-1', 'events/gala');
    const other = 'title: Gala dinner\nstart_time: 2027-06-20T12:00:00Z\nend_time: 2027-06-20T15:00:00Z\n';
    stage.write('events/gala.yaml', `${other}$aliases: [events/event-1]\n`);
    commit(stage);
    expect(actionsOf(await stage.plan())).toEqual(['move events/gala', 'update events/gala']);
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.named('event', 'Gala dinner').id).toBe(id);
    expect(stage.contents('event')).toHaveLength(3);
  });

  it('keeps the objects of a folder, and those of a move back', async () => {
    const files = Object.fromEntries(
      Object.entries(someEvents(4)).map(([path, text]) => [path.replace('events/', 'events/2026/'), text]),
    );
    const stage = await openSyncedStage({ files });
    const ids = stage.contents('event').map(({ id }) => id);
    for (const [from, to] of [
      ['events/2026', 'events/archive/2026'],
      ['events/archive/2026/', 'events/'],
    ] as const) {
      await mv(stage, from, to);
      const actions = actionsOf(await stage.plan());
      expect(actions).toHaveLength(4);
      expect(actions.every((action) => action.startsWith('move '))).toBe(true);
      expect((await stage.sync()).exitCode).toBe(0);
    }
    expect(stage.contents('event').map(({ id }) => id)).toEqual(ids);
    expect(stage.ids()).toHaveProperty('events/2026/event-1');
  });
});

describe('gitcast rm', () => {
  it('deletes the object with the next sync, and keeps that of the document that its page leads to', async () => {
    const stage = await openSyncedStage({ files: someEvents(3) });
    const { id } = stage.named('event', 'Event 2');
    const removed = await stage.gitcast('rm', 'events/event-1', '--redirect-to', 'events/event-2', '--yes');
    expect([removed.exitCode, removed.stderr]).toEqual([0, '']);
    expect(actionsOf(await stage.plan())).toEqual(['delete events/event-1']);
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.named('event', 'Event 2').id).toBe(id);
    expect(stage.contents('event')).toHaveLength(2);
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

  it('with a change in it is a move and one update', async () => {
    const stage = await openSyncedStage({ files: someEvents(3) });
    const { id } = stage.named('event', 'Event 1');
    stage.move('events/event-1.yaml', 'events/first.yaml');
    stage.edit('events/first.yaml', '23:00', '23:30');
    stage.forgetRequests();
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.seen.filter(({ method }) => !READS.has(method)).map(({ operation }) => operation)).toEqual([
      'event.update',
    ]);
    expect(stage.named('event', 'Event 1')).toMatchObject({ id, fields: { end_time: '2027-06-18T23:30:00+02:00' } });
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});
