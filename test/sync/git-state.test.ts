import { describe, expect, it } from 'vitest';
import { git } from '../state/clones.ts';
import { someEvents } from './fixture.ts';
import { openGitStage } from './git-stage.ts';
import { actionsOf } from './stage.ts';

describe('a sync with its state on a ref of the remote', () => {
  it('is seen by every clone, leaves the content branch alone, and needs nothing but git', async () => {
    const { stage, clone, remote } = await openGitStage(someEvents(3));
    const head = git(remote, 'rev-parse', 'main');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(git(remote, 'for-each-ref', '--format=%(refname)')).toBe('refs/gitcast/state/live\nrefs/heads/main');
    expect(git(remote, 'rev-parse', 'main')).toBe(head);
    expect(git(stage.folder, 'status', '--porcelain')).toBe('');

    const runner = clone();
    expect(actionsOf(await runner.plan())).toEqual([]);
    runner.edit('events/event-1.yaml', '23:00', '23:30');
    expect(await runner.sync()).toMatchObject({ exitCode: 0, summary: { applied: 1 } });
    const status = await stage.gitcast('status', '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({ managed: 5 });
  });
});
