import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { someEvents } from './fixture.ts';
import { openStage, type Stage } from './stage.ts';

const TIMES = { start_time: '2027-06-18T18:30:00Z', end_time: '2027-06-18T21:00:00Z' };

/** Three managed events, one of which somebody has created a second time in the web editor. */
async function doubledStage(more: JsonObject = {}): Promise<Stage & { readonly double: string }> {
  const stage = await openStage({ files: someEvents(3) });
  expect((await stage.sync()).exitCode).toBe(0);
  const { id } = await stage.call('POST', '/events', { ...TIMES, title: 'Event 1 ', ...more });
  return Object.assign(stage, { double: id as string });
}

interface Group {
  readonly kind: string;
  readonly key: JsonObject;
  readonly keep: string;
  readonly objects: readonly { id: string; file: string | null; differs: readonly string[]; next: string }[];
}

const groupsOf = async (stage: Stage): Promise<readonly Group[]> =>
  (JSON.parse((await stage.gitcast('dedupe', '--json')).stdout) as { groups: readonly Group[] }).groups;

describe('an unmanaged object with the natural key of a managed one', () => {
  it('is a note of the plan and a row of the status, and changes neither', async () => {
    const stage = await doubledStage();
    const { exitCode, stdout } = await stage.gitcast('plan');
    expect([exitCode, stdout.split('\n')]).toEqual([
      0,
      [
        `· events/event-1 may be on the target twice: event ${stage.double} has the same title and start_time and no file; run gitcast dedupe to see both`,
        '',
        '✓ live: the target equals the files (5 documents)',
        '',
      ],
    ]);
    const status = await stage.gitcast('status');
    expect([status.exitCode, status.stdout]).toEqual([0, expect.stringMatching(/\n {2}duplicates +events\/event-1\n/)]);
    expect(JSON.parse((await stage.gitcast('status', '--json')).stdout)).toMatchObject({
      doubles: [{ kind: 'event', managed: [{ address: 'events/event-1' }], unmanaged: [stage.double] }],
    });
    expect((await stage.gitcast('plan', '--only', 'events/event-2')).stdout).not.toContain('twice');
  });

  it('is shown by dedupe with the differences and the next step, and the managed one is to be kept', async () => {
    const stage = await doubledStage({ description: 'Far more text than the file has' });
    const { id } = stage.named('event', 'Event 1');
    const before = stage.everything();
    expect(await groupsOf(stage)).toEqual([
      {
        kind: 'event',
        key: { title: 'Event 1', start_time: '2027-06-18T20:30:00+02:00' },
        keep: id,
        objects: [
          expect.objectContaining({
            id,
            file: 'content/events/event-1.yaml',
            created_at: expect.any(String),
            differs: [],
            next: 'keep: content/events/event-1.yaml manages it',
          }),
          expect.objectContaining({
            id: stage.double,
            file: null,
            differs: ['place_id', 'description'],
            next: `delete event ${stage.double} in the web editor`,
          }),
        ],
      },
    ]);
    expect(stage.everything()).toEqual(before);
    const { exitCode, stdout } = await stage.gitcast('dedupe');
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Event title “Event 1”, start_time [^]*\n! live: 1 group of possible duplicates; nothing was changed\n$/,
      ),
    ]);
  });

  it('is not a duplicate if both are in different places', async () => {
    const stage = await openStage({ files: someEvents(1) });
    await stage.sync();
    const { id } = await stage.call('POST', '/places', { name: 'Other stage' });
    await stage.call('POST', '/events', { ...TIMES, title: 'Event 0', place_id: id! });
    expect(await groupsOf(stage)).toEqual([]);
    expect((await stage.gitcast('dedupe')).stdout).toBe('✓ live: no two objects share a natural key\n');
  });

  it('is to be repointed before it is deleted if something points to it', async () => {
    const stage = await openStage({ files: someEvents(1) });
    await stage.sync();
    const { id: place_id } = await stage.call('POST', '/places', { name: 'Main stage' });
    const { id } = await stage.call('POST', '/events', { ...TIMES, title: 'Theirs', place_id: place_id! });
    const [group] = await groupsOf(stage);
    expect(group!.objects[1]).toMatchObject({
      id: place_id,
      pointed_at_by: [id],
      next: `change what points to it (${id as string}) to point to the one to keep, then delete place ${place_id as string} in the web editor`,
    });
  });
});

describe('unmanaged objects with the same natural key', () => {
  it('are shown with the most complete one to keep, and with the line that a waiting file needs', async () => {
    const stage = await openStage({ files: someEvents(0) });
    await stage.sync();
    const ids = [];
    for (const description of ['', 'Two sets, one river.']) {
      const { id } = await stage.call('POST', '/events', {
        ...TIMES,
        title: 'Opening',
        ...(description && { description }),
      });
      ids.push(id);
    }
    const [nameless] = await groupsOf(stage);
    expect(nameless).toMatchObject({
      keep: ids[1],
      objects: [{ next: 'keep: gitcast pull writes a file for it' }, { id: ids[0] }],
    });
    stage.write('events/opening.yaml', 'title: Opening\nstart_time: 2027-06-18T20:30\nend_time: 2027-06-18T23:00\n');
    const [group] = await groupsOf(stage);
    const next = `keep: add the line \`$id: ${ids[1] as string}\` to content/events/opening.yaml, then gitcast sync adopts it`;
    expect(group!.objects[0]).toMatchObject({ id: ids[1], next });
    stage.write('events/opening.yaml', `$id: ${ids[1] as string}\n${stage.read('events/opening.yaml')}`);
    expect((await stage.sync('--ours')).exitCode).toBe(0);
    expect(stage.ids()['events/opening']).toBe(ids[1]);
  });
});
