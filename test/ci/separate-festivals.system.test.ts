import { describe, expect, it } from 'vitest';
import { madeForAll, write } from './folders.ts';
import { expectDone } from './on-github.ts';
import { folderOf, opening, Workspace } from './workspace.ts';
import { listedIn, WorkspaceOnGitHub } from './workspace-on-github.ts';

describe('a workspace on GitHub whose broadcasts have an environment each', () => {
  const opened = madeForAll(async () => {
    const agency = await WorkspaceOnGitHub.open(await (await Workspace.open()).deployed());
    agency.variables['GITCAST_ENVIRONMENTS'] = 'each';
    return agency;
  });

  it('syncs each with a job of its own, which needs only its own key', async () => {
    const agency = opened();
    const { workspace, on } = agency;
    await agency.review(7, 'both', (folder) => {
      opening('lyon', 'Rhône opening')(folder);
      opening('oslo', 'Fjord opening')(folder);
    });
    on.merge(7, 'both');
    const checked = expectDone(await agency.check());
    const jobs = listedIn(checked, 'sync');
    expect(jobs).toEqual([
      { part: 'festivals/lyon', environment: 'live-festivals-lyon' },
      { part: 'festivals/oslo', environment: 'live-festivals-oslo' },
    ]);
    expect(checked.outputs).toMatchObject({ decision: 'reviewed', reviewed: '7', waiting: '[]' });
    // The key of another festival is of no use to it.
    const wrong = await agency.sync(checked, { part: 'festivals/lyon', environment: 'live-festivals-oslo' });
    expect(wrong).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('LYON_KEY') });
    expectDone(await agency.sync(checked, jobs[0]!));
    expect(await workspace.titles()).toEqual({ lyon: 'Rhône opening', nantes: 'Opening night', oslo: 'Opening night' });
    expectDone(await agency.sync(checked, jobs[1]!));
    expect(await workspace.titles()).toMatchObject({ lyon: 'Rhône opening', oslo: 'Fjord opening' });
    expectDone(await agency.deployed());
  });

  it('lets each wait for its own approvers, with a digest that approves it alone', async () => {
    const agency = opened();
    const { workspace, on } = agency;
    await agency.review(8, 'nantes', opening('nantes', 'Loire opening'));
    on.merge(8, 'nantes');
    workspace.festival.edit('main', (folder) => {
      opening('lyon', 'Unseen in Lyon')(folder);
      opening('oslo', 'Unseen in Oslo')(folder);
    });
    const { checked, synced, waiting, deployed } = await agency.deploy();
    expect(synced.map(({ exitCode }) => exitCode)).toEqual([0]);
    expect(deployed).toBeUndefined();
    expect(waiting).toMatchObject([
      { part: 'festivals/lyon', environment: 'live-festivals-lyon-unreviewed', job: 'approved' },
      { part: 'festivals/oslo', environment: 'live-festivals-oslo-unreviewed', job: 'approved' },
    ]);
    const [lyon, oslo] = waiting as [(typeof waiting)[0], (typeof waiting)[0]];
    on.github.environments[lyon.environment] = ['required_reviewers'];
    on.github.environments[oslo.environment] = [];
    const swapped = await agency.approved(checked, { ...lyon, digest: oslo.digest! });
    expect(swapped).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('nothing was sent') });
    expectDone(await agency.approved(checked, lyon));
    expect(await workspace.titles()).toEqual({
      lyon: 'Unseen in Lyon',
      nantes: 'Loire opening',
      oslo: 'Fjord opening',
    });
    // Without approvers of its own, nobody has approved it.
    expect((await agency.approved(checked, oslo)).exitCode).toBe(1);
    expect(await workspace.titles()).toMatchObject({ oslo: 'Fjord opening' });
    const again = expectDone(await agency.check());
    expect(listedIn(again, 'waiting').map(({ part }) => part)).toEqual(['festivals/oslo']);
    on.github.environments[oslo.environment] = ['required_reviewers'];
    expectDone(await agency.approved(again, listedIn(again, 'waiting')[0]!));
    expect((await agency.deploy()).deployed?.exitCode).toBe(0);
    expect(await workspace.titles()).toMatchObject({ oslo: 'Unseen in Oslo' });
  });

  it('is not held up by one that cannot be planned, whose own job reports why', async () => {
    const agency = opened();
    const { workspace, on } = agency;
    await agency.review(9, 'two', (folder) => {
      opening('nantes', 'Second opening')(folder);
      opening('oslo', 'Second opening')(folder);
    });
    on.merge(9, 'two');
    const { keys } = workspace.festival;
    const checked = expectDone(await agency.job('check', { ...keys, OSLO_KEY: 'revoked' }));
    const [nantes, oslo, ...others] = listedIn(checked, 'sync');
    expect([nantes?.part, oslo?.part, others, checked.outputs['waiting']]).toEqual([
      'festivals/nantes',
      'festivals/oslo',
      [],
      '[]',
    ]);
    expectDone(await agency.sync(checked, nantes!));
    const failed = await agency.job('sync', { OSLO_KEY: 'revoked', GITCAST_SHARD: oslo!.part, GITCAST_REVIEWED: '9' });
    expect(failed).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('festivals/oslo') });
    expectDone(await agency.sync(checked, oslo!));
    expect(await workspace.titles()).toMatchObject({ nantes: 'Second opening', oslo: 'Second opening' });
  });

  it('knows a new festival without any change of its workflows', async () => {
    const agency = opened();
    const { workspace } = agency;
    await workspace.found('paris');
    workspace.festival.push('A new festival');
    const checked = expectDone(await agency.check());
    expect(listedIn(checked, 'waiting')).toMatchObject([
      { part: 'festivals/paris', environment: 'live-festivals-paris-unreviewed' },
    ]);
  });

  it('refuses folders whose environments would have the same name', async () => {
    const agency = opened();
    const { workspace } = agency;
    await workspace.found('le-havre');
    await workspace.found('le havre');
    workspace.festival.push('Two festivals with almost one name');
    const ran = await agency.check();
    expect([ran.exitCode, ran.stderr]).toEqual([
      1,
      expect.stringContaining('festivals/le havre and festivals/le-havre have the same short name, festivals-le-havre'),
    ]);
  });

  it('stops a job for a folder that is no broadcast', async () => {
    const agency = opened();
    const ran = await agency.job('sync', { GITCAST_SHARD: folderOf('bergen'), GITCAST_REVIEWED: 'off' });
    expect(ran).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('festivals/bergen is not a broadcast of this workspace'),
    });
  });
});

describe('the number of runners that share a workspace', () => {
  const opened = madeForAll(async () => WorkspaceOnGitHub.open(await Workspace.open(['lyon', 'nantes', 'oslo'])));

  it('is four, or GITCAST_PARTS', async () => {
    const agency = opened();
    const off = { GITCAST_REVIEW: 'off' };
    const partsWith = async (more: Readonly<Record<string, string>>) =>
      listedIn(expectDone(await agency.job('check', { ...off, ...more })), 'sync').map(({ part }) => part);
    expect(await partsWith({})).toEqual(['1/4', '2/4', '3/4']);
    expect(await partsWith({ GITCAST_PARTS: '2' })).toEqual(['1/2', '2/2']);
  });

  it.each(['0', '257', 'many', '2.5', '-1'])('is not %s', async (parts) => {
    const ran = await opened().job('check', { GITCAST_REVIEW: 'off', GITCAST_PARTS: parts });
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain(`GITCAST_PARTS is ${parts}, which is not a number of runners`);
    expect(ran.stderr).toContain('set it to a number from 1 to 256, or remove it to share the work among 4');
  });

  it('is no more than a host starts, if each broadcast has an environment', async () => {
    const agency = opened();
    const { author } = agency.workspace.festival;
    for (let index = 0; index < 260; index++) {
      write(
        author,
        `festivals/city-${index}/gitcast.config.yaml`,
        `defaultTarget: live\ntargets:\n  live: { baseUrl: "https://cms.example", userId: u, broadcastId: b${index}, key: { $env: CITY_KEY } }\n`,
      );
    }
    agency.workspace.festival.push('Many festivals');
    const ran = await agency.job('check', { GITCAST_REVIEW: 'off', GITCAST_ENVIRONMENTS: 'each' });
    expect([ran.exitCode, ran.stderr]).toEqual([
      1,
      expect.stringContaining('263 broadcasts have jobs of their own, and a host starts 256'),
    ]);
  });
});
