/** The same jobs for an agency, with a broadcast in each of several folders. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeForAll, read, write } from './folders.ts';
import { digestIn, expectDone, OnGitHub } from './on-github.ts';
import { git } from './run.ts';
import { folderOf, opening, openingOf, Workspace } from './workspace.ts';

describe('a repository with several broadcasts', () => {
  const opened = madeForAll(async () => {
    const workspace = await (await Workspace.open()).deployed();
    const on = await OnGitHub.with(workspace.festival);
    on.github.environments['live-approval'] = ['required_reviewers'];
    return { workspace, on };
  });

  it('shows the plans of what a pull request changes, and a merge syncs them', async () => {
    const { workspace, on } = opened();
    await on.review(1, 'first', opening('lyon', 'First in Lyon'));
    const [body = ''] = on.comments(1);
    expect(body).toContain('## `festivals/lyon`');
    expect(body).not.toContain('nantes');
    on.merge(1, 'first');
    expectDone(await on.sync());
    expect(await workspace.titles()).toMatchObject({ lyon: 'First in Lyon', nantes: 'Opening night' });
    expect(workspace.festival.refs('refs/gitcast/deployed')).toEqual(['refs/gitcast/deployed/live']);
  });

  it('stops a broadcast whose plan nobody saw alone, and asks for a digest of each', async () => {
    const { workspace, on } = opened();
    await on.review(2, 'second', opening('lyon', 'Second in Lyon'));
    on.merge(2, 'second');
    on.festival.edit('main', (folder) => {
      opening('nantes', 'Second in Nantes')(folder);
      opening('oslo', 'Second in Oslo')(folder);
    });
    const stopped = await on.sync();
    expect(stopped.exitCode).toBe(1);
    expect(await workspace.titles()).toEqual({
      lyon: 'Second in Lyon',
      nantes: 'Opening night',
      oslo: 'Opening night',
    });
    const digests = digestIn(stopped);
    expect(digests.split(',')).toHaveLength(2);
    expectDone(await on.approved(digests, { GITCAST_ENVIRONMENT: 'live-approval' }));
    expect(await workspace.titles()).toMatchObject({ nantes: 'Second in Nantes', oslo: 'Second in Oslo' });
  });

  it('syncs a broadcast later whose target could not be read while others were synced', async () => {
    const { workspace, on } = opened();
    await on.review(5, 'fifth', (folder) => {
      opening('lyon', 'Fifth in Lyon')(folder);
      opening('nantes', 'Fifth in Nantes')(folder);
    });
    on.merge(5, 'fifth');
    expect(await on.sync({ NANTES_KEY: 'gck_of_nobody' })).toMatchObject({ exitCode: 1 });
    expect(await workspace.titles()).toMatchObject({ lyon: 'Fifth in Lyon', nantes: 'Second in Nantes' });
    expectDone(await on.sync());
    expect(await workspace.titles()).toMatchObject({ nantes: 'Fifth in Nantes' });
    await on.review(6, 'sixth', opening('lyon', 'Second in Lyon'));
    on.merge(6, 'sixth');
    expectDone(await on.sync());
  });

  it('syncs a broadcast again that failed, although its change was reverted since', async () => {
    const { workspace, on } = opened();
    const { service } = on.festival.theatre;
    await on.review(3, 'third', (folder) => {
      opening('lyon', 'Third in Lyon')(folder);
      write(folder, `${folderOf('lyon')}/content/places/gate.yaml`, 'name: The gate\n');
    });
    on.merge(3, 'third');
    service.faults.arm([{ do: 'status-500', method: 'POST', path: '/places' }]);
    expect((await on.sync()).exitCode).not.toBe(0);
    service.faults.arm([]);
    expect(await workspace.titles()).toMatchObject({ lyon: 'Third in Lyon' });
    git(on.festival.author, 'checkout', '--quiet', 'main');
    await on.review(4, 'fourth', (folder) => {
      opening('lyon', 'Second in Lyon')(folder);
      rmSync(join(folder, folderOf('lyon'), 'content/places/gate.yaml'));
    });
    on.merge(4, 'fourth');
    expectDone(await on.sync());
    expect(await workspace.titles()).toMatchObject({ lyon: 'Second in Lyon' });
  });

  it('proposes the edits of each broadcast on a branch of its own', async () => {
    const { workspace, on } = opened();
    await workspace.at('oslo').retitle('Second in Oslo', 'Edited in Oslo');
    expectDone(await on.nightly());
    expect(on.github.pulls.filter(({ branch }) => branch.startsWith('gitcast/'))).toMatchObject([
      { title: 'Pull edits from live (festivals/oslo)' },
    ]);
    expect(read(on.festival.author, openingOf('oslo'))).toContain('Second in Oslo');
  });
});
