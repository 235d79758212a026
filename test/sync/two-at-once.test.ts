import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { holdRequests } from './hold-requests.ts';
import { openStage } from './stage.ts';

describe('two concurrent syncs with one state', () => {
  it('one proceeds, the other reports who holds the lock and changes nothing', async () => {
    const stage = await openStage({ files: someEvents(3) });
    const { arrived, release } = holdRequests(stage, 'POST');
    const first = stage.sync();
    await arrived;
    const second = await stage.sync();
    release();
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/another run is in progress: /);
    expect(second.stderr).toContain(`@${hostname()} (process ${process.pid})`);
    expect(second.stderr).toMatch(/gitcast state unlock [0-9a-f]{8}/);
    expect((await first).exitCode).toBe(0);
    expect(stage.contents('event')).toHaveLength(3);
    expect((await stage.sync()).exitCode).toBe(0);
  });
});
