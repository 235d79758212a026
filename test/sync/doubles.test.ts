import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { openSyncedStage, type Stage } from './stage.ts';

const TIMES = { start_time: '2027-06-18T18:30:00Z', end_time: '2027-06-18T21:00:00Z' };

/** Three managed events, one of which somebody has created a second time in the web editor. */
async function doubledStage(): Promise<Stage & { readonly double: string }> {
  const stage = await openSyncedStage({ files: someEvents(3) });
  const { id } = await stage.call('POST', '/events', { ...TIMES, title: 'Event 1 ' });
  return Object.assign(stage, { double: id as string });
}

describe('an unmanaged object with the natural key of a managed one', () => {
  it('is a note of the plan and a row of the status, and changes neither', async () => {
    const stage = await doubledStage();
    const { exitCode, stdout } = await stage.gitcast('plan');
    expect([exitCode, stdout.split('\n')]).toEqual([
      0,
      [
        `· events/event-1 may be on the target twice: event ${stage.double} has the same title and start_time and no file`,
        '',
        '✓ live: the target equals the files (5 documents)',
        '',
      ],
    ]);
    const status = await stage.gitcast('status');
    const { id } = stage.named('event', 'Event 1');
    expect([status.exitCode, status.stdout]).toEqual([
      0,
      expect.stringContaining(`duplicates         events/event-1 (${id}) = event ${stage.double}\n`),
    ]);
    expect(JSON.parse((await stage.gitcast('status', '--json')).stdout)).toMatchObject({
      doubles: [{ kind: 'event', managed: [{ address: 'events/event-1' }], unmanaged: [stage.double] }],
    });
    expect((await stage.gitcast('plan', '--only', 'events/event-2')).stdout).not.toContain('twice');
  });
});
