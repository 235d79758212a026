import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ONE_OF_EACH, someEvents } from '../sync/fixture.ts';
import { actionsOf, openStage, type Stage } from '../sync/stage.ts';

const content = (stage: Stage): string => join(stage.folder, 'content');
const aside = (stage: Stage): string => join(stage.folder, 'main');

/** A colleague changes one event on the target, creates a place there, and deletes another event. */
async function edited(stage: Stage): Promise<void> {
  await stage.sync();
  await stage.call('PUT', `/events/${stage.named('event', 'Event 1').id}`, { title: 'Grand opening' });
  await stage.call('POST', '/places', { name: 'The lawn' });
  await stage.call('DELETE', `/events/${stage.named('event', 'Event 0').id}`);
  cpSync(content(stage), aside(stage), { recursive: true });
}

describe.each(['documented', 'extended'] as const)('pull --files-only with the profile %s', (profile) => {
  it('changes files and not the state, so that a sync without those files reverts nothing', async () => {
    const stage = await openStage({ files: { ...ONE_OF_EACH, ...someEvents(3) }, profile });
    await edited(stage);
    const state = stage.stateText();
    const pulled = await stage.gitcast('pull', '--files-only', '--theirs');
    expect([pulled.exitCode, pulled.stdout]).toEqual([0, expect.stringContaining('✓')]);
    expect(stage.read('events/event-1.yaml')).toContain('title: Grand opening');
    expect(stage.read('places/the-lawn.yaml')).toContain('name: The lawn');
    expect(stage.stateText()).toBe(state);

    // The branch is not merged: main is synced as it is.
    const branch = join(stage.folder, 'branch');
    cpSync(content(stage), branch, { recursive: true });
    rmSync(content(stage), { recursive: true });
    cpSync(aside(stage), content(stage), { recursive: true });
    expect(actionsOf(await stage.plan())).toEqual(['drift events/event-0', 'drift events/event-1']);
    await stage.sync();
    expect(stage.named('event', 'Grand opening').id).toBe(stage.ids()['events/event-1']);
    expect(stage.named('place', 'The lawn').kind).toBe('place');

    // Now it is merged: nothing is left to send, only to record.
    rmSync(content(stage), { recursive: true });
    cpSync(branch, content(stage), { recursive: true });
    stage.forgetRequests();
    expect((await stage.sync()).exitCode).toBe(0);
    expect(stage.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(stage.ids()['places/the-lawn']).toBe(stage.named('place', 'The lawn').id);
    expect(actionsOf(await stage.plan())).toEqual([]);
  });
});
