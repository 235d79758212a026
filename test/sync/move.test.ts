import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { actionsOf, openSyncedStage } from './stage.ts';

const READS = new Set(['GET']);

describe('git mv of an event', () => {
  it('is a move: the same id, and no requests except those that the content needs', async () => {
    const stage = await openSyncedStage({ files: someEvents(3) });
    const git = (...words: string[]): void => void execFileSync('git', words, { cwd: stage.folder, stdio: 'ignore' });
    git('init');
    git('add', 'content');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-m', 'content');
    stage.write('events/friday/.keep', '');
    stage.remove('events/friday/.keep');
    const { id } = stage.named('event', 'Event 1');
    git('mv', 'content/events/event-1.yaml', 'content/events/friday/first.yaml');

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
