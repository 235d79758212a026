import { describe, expect, it } from 'vitest';
import type { Plan, ProjectEvent } from '../../src/index.ts';
import { ONE_OF_EACH } from '../sync/fixture.ts';
import { openStage } from '../sync/stage.ts';
import { asJson, open } from './opened.ts';

const EVENTS = Object.fromEntries(
  ['a', 'b', 'c', 'd'].map((name) => [
    `events/${name}.yaml`,
    `title: ${name}\nstart_time: 2027-06-18T20:30:00+02:00\nend_time: 2027-06-18T23:00:00+02:00\n`,
  ]),
);
const FILES = { 'broadcast.yaml': 'name: Harbour festival\n', ...EVENTS };

describe('project.plan', () => {
  it('returns the object that `gitcast plan --json` prints and the whole plan, and sends nothing', async () => {
    const stage = await openStage({ files: ONE_OF_EACH });
    const { report, plan, ending } = await open(stage).project.plan();
    const { stdout } = await stage.gitcast('plan', '--json');
    expect(asJson(report)).toEqual(JSON.parse(stdout));
    expect(plan.changes.map(({ address }) => address)).toEqual(report.changes.map(({ address }) => address));
    expect(ending).toEqual({ failed: false, incomplete: false, changes: true });
    expect(stage.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('takes options as values', async () => {
    const { project } = open(await openStage({ files: FILES }));
    const { report } = await project.plan({ only: ['events/a', 'events/b'], concurrency: 2 });
    expect(report.changes.map(({ address }) => address)).toEqual(['events/a', 'events/b']);
  });
});

describe('project.sync', () => {
  it('passes the plan to `approve`, and sends nothing if that declines it', async () => {
    const stage = await openStage({ files: FILES });
    const { project, events } = open(stage);
    const shown: Plan[] = [];
    const { outcome, ending, report } = await project.sync({ approve: (plan) => shown.push(plan) > 1 });
    expect(shown).toMatchObject([{ target: 'live' }]);
    expect(shown[0]!.changes.map(({ address }) => address)).toContain('events/a');
    expect({ outcome, ending }).toEqual({ outcome: 'declined', ending: { failed: true } });
    expect(report.summary).toEqual({ applied: 0, recorded: 0, failed: 0, skipped: 5, open: 0, unchanged: 0 });
    expect(events).toEqual([]);
    expect(stage.contents('event')).toEqual([]);
    expect(stage.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('applies the files to the target, and reports each change', async () => {
    const stage = await openStage({ files: FILES });
    const { project, events } = open(stage);
    const { outcome, report, results, ending } = await project.sync({ approve: true, concurrency: 1 });
    expect({ outcome, ending }).toEqual({
      outcome: 'applied',
      ending: { failed: false, left: false, incomplete: false },
    });
    expect(report).toMatchObject({
      target: 'live',
      complete: true,
      summary: { applied: 4, recorded: 1, failed: 0, skipped: 0 },
    });
    expect(events[0]).toEqual({ type: 'run-started', changes: 5 });
    expect(events.slice(1, -1)).toEqual(results.map((result) => ({ type: 'change-done', result })));
    expect(events.at(-1)).toEqual({ type: 'run-ended' });
    expect(stage.contents('event')).toHaveLength(4);
    expect((await project.plan()).report.changes).toEqual([]);
    expect(await project.sync({ approve: () => Promise.reject(new Error('asked')) })).toMatchObject({
      outcome: 'nothing-to-do',
    });
  });

  it('sees edits made after the project was opened', async () => {
    const stage = await openStage({ files: FILES });
    const { project } = open(stage);
    await project.sync({ approve: true });
    stage.edit('events/a.yaml', 'title: a', 'title: Another');
    const { results } = await project.sync({ approve: true });
    expect(results).toMatchObject([{ address: 'events/a', action: 'update', outcome: 'applied' }]);
    expect(stage.contents('event').map(({ fields }) => fields['title'])).toContain('Another');
  });

  it('ends when its signal is aborted, keeps what was sent, and sends nothing twice afterwards', async () => {
    const stage = await openStage({ files: FILES });
    const stop = new AbortController();
    const onEvent = (event: ProjectEvent): void => {
      if (event.type === 'change-done') stop.abort();
    };
    const first = await open(stage, { signal: stop.signal, onEvent }).project.sync({ approve: true, concurrency: 1 });
    expect(first.ending.left).toBe(true);
    expect(first.results.some(({ outcome }) => outcome === 'applied')).toBe(true);
    expect(first.results.some(({ halted }) => halted)).toBe(true);
    const second = await open(stage).project.sync({ approve: true });
    expect(second.ending).toEqual({ failed: false, left: false, incomplete: false });
    expect(
      stage
        .contents('event')
        .map(({ fields }) => fields['title'])
        .sort(),
    ).toEqual(['a', 'b', 'c', 'd']);
    expect(stage.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/events'))).toHaveLength(4);
  });
});

describe('project.status, pull and state', () => {
  it('show and pull changes and new objects of a colleague on the target', async () => {
    const stage = await openStage({ files: FILES });
    const { project } = open(stage);
    await project.sync({ approve: true });
    const [first] = stage.contents('event');
    await stage.call('PUT', `/events/${first!.id}`, { title: 'Edited there' });
    const { report, ending } = await project.status();
    expect(report).toMatchObject({ target: 'live', managed: 5, drifted: ['events/a'], unmanaged: [] });
    expect(ending).toEqual({ left: true, incomplete: false });
    const dry = await project.pull({ dryRun: true });
    expect(dry.report).toMatchObject({ written: ['content/events/a.yaml'], created: [], conflicts: [] });
    expect(stage.read('events/a.yaml')).toContain('title: a');
    expect((await project.pull()).report.written).toEqual(['content/events/a.yaml']);
    expect(stage.read('events/a.yaml')).toContain('title: Edited there');
    const { entries } = await project.state.show({ only: 'events/a' });
    expect(entries).toMatchObject([{ address: 'events/a', kind: 'event', id: first!.id }]);
    await project.state.remove({ address: 'events/a' });
    expect((await project.state.rebuild()).report).toMatchObject({ adopted: 5, left: 0, complete: true });
  });
});
