import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { begunRef } from '../../src/ci/deployment.ts';
import { runGitcast } from './festival.ts';
import { madeForAll, read, temporaryFolder, write } from './folders.ts';
import { expectDone } from './on-github.ts';
import { git } from './run.ts';
import { opening, Workspace } from './workspace.ts';
import { WorkspaceOnGitHub } from './workspace-on-github.ts';

const codes = (ran: readonly { readonly exitCode: number }[]): readonly number[] => ran.map(({ exitCode }) => exitCode);

describe('a workspace on GitHub', () => {
  const opened = madeForAll(async () => {
    const agency = await WorkspaceOnGitHub.open(await (await Workspace.open()).deployed());
    agency.variables['GITCAST_PARTS'] = '2';
    return agency;
  });

  it('plans, comments and syncs only the broadcast that a pull request touches', async () => {
    const agency = opened();
    const { workspace, on } = agency;
    workspace.festival.edit('grand', opening('oslo', 'Grand opening'));
    const { parts, collected, files } = await agency.plan('grand', 7);
    expect([parts, collected.exitCode, files['outcome']]).toEqual([['1/2'], 0, 'planned\n']);
    const body = await agency.comment(7, 'grand', files);
    expect(body).toMatch(/The merge applies this plan, `\S+`, or stops/);
    expect(body).toContain('### gitcast plan of 1 broadcast');
    expect(body).toContain('title: `Opening night` → `Grand opening`');
    expect(body).not.toMatch(/lyon|nantes/);
    const reviews = workspace.festival.refs('refs/gitcast').filter((ref) => ref.includes('/review/'));
    expect(reviews).toEqual([expect.stringContaining('oslo')]);

    const merged = on.merge(7, 'grand');
    const { checked, synced, deployed } = await agency.deploy();
    expect([checked.outputs['decision'], codes(synced), deployed?.exitCode]).toEqual(['reviewed', [0], 0]);
    expect(synced[0]!.stdout + synced[0]!.stderr).not.toMatch(/lyon|nantes/);
    expect(await workspace.titles()).toEqual({ lyon: 'Opening night', nantes: 'Opening night', oslo: 'Grand opening' });
    expect(agency.commitOf('deployed/live')).toBe(merged);
    expect((await agency.check()).outputs['sync']).toBe('[]');
  });

  it('plans every broadcast that uses a shared theme, on several runners, in one row', async () => {
    const agency = opened();
    const { on } = agency;
    const theme = (folder: string) =>
      void write(folder, 'shared/house/content/broadcast.yaml', 'theme:\n  borderRadius: 9\n');
    const body = await agency.review(8, 'theme', theme);
    expect(body).toContain('2 of 3 broadcasts: 2 with changes.');
    expect(body).toContain('|  | in 2 broadcasts | 1 to update |');
    expect(body).toContain('- `festivals/lyon`\n- `festivals/nantes`\n');
    // Each part forgets the review of its own broadcasts only: the other one still needs it.
    on.merge(8, 'theme');
    const { synced, deployed } = await agency.deploy();
    expect([codes(synced), deployed?.exitCode]).toEqual([[0, 0], 0]);
    expect((await agency.check()).outputs).toMatchObject({ reviewed: 'none', sync: '[]' });
  });

  it('lets only a broadcast wait that somebody changed without a review', async () => {
    const agency = opened();
    const { workspace, on } = agency;
    await agency.review(9, 'nantes', opening('nantes', 'Loire opening'));
    const before = agency.commitOf('deployed/live');
    on.merge(9, 'nantes');
    const sneaky = workspace.festival.edit('main', opening('oslo', 'Sneaky opening'));
    const { checked, synced, waiting, deployed } = await agency.deploy();
    expect([checked.outputs['decision'], codes(synced), deployed]).toEqual(['approval', [1, 0], undefined]);
    expect(checked.stderr).toContain('festivals/oslo: 1 change of this plan was not reviewed');
    expect(await workspace.titles()).toMatchObject({ nantes: 'Loire opening', oslo: 'Grand opening' });
    expect(agency.commitOf('deployed/live')).toBe(before);
    // The approval is for what is left after the others were synced.
    expect(waiting).toMatchObject([{ part: 'festivals/oslo', environment: 'live-unreviewed', job: 'approved' }]);
    on.github.environments['live-unreviewed'] = ['required_reviewers'];
    expectDone(await agency.approved(checked, waiting[0]!));
    expect(await workspace.titles()).toMatchObject({ nantes: 'Loire opening', oslo: 'Sneaky opening' });
    // The next run finds nothing left to do, and counts everything as deployed.
    expect((await agency.deploy()).deployed).toMatchObject({ exitCode: 0 });
    expect(agency.commitOf('deployed/live')).toBe(sneaky);
  });

  it('comments that nothing is affected, and fails if a part fails', async () => {
    const agency = opened();
    const { workspace, on } = agency;
    expect(await agency.review(10, 'readme', (folder) => void write(folder, 'notes.md', 'Notes\n'))).toContain(
      'This changes no broadcast of the workspace.',
    );
    expect(on.github.statuses.at(-1)).toMatchObject({ state: 'success', description: 'changes no broadcast' });
    workspace.festival.edit(
      'broken',
      (folder) => void write(folder, 'festivals/lyon/content/events/opening.yaml', 'title: Without a time\n'),
    );
    const broken = await agency.plan('broken', 11);
    expect([codes(broken.planned), broken.collected.exitCode, broken.files['outcome']]).toEqual([[1], 1, 'content\n']);
    // No part has a plan, so nothing is said about plans.
    expect([broken.files['plan.json'], broken.files['plan.md']]).toEqual([
      undefined,
      expect.stringMatching(/^### gitcast\n\nThe content has errors, so there is no plan\.[^\n]*\s*$/),
    ]);
    const body = await agency.comment(11, 'broken', broken.files);
    expect(body).toContain('The content has errors, so there is no plan.');
    expect(body).not.toMatch(/None of|### gitcast plan/);
    expect(on.github.statuses.at(-1)).toMatchObject({ state: 'pending', description: 'the content has errors' });
  });

  it('shows a renamed folder as what it is, moves its state with the merge, and creates nothing twice', async () => {
    const agency = opened();
    const { workspace, on } = agency;
    const before = await workspace.at('oslo').events();
    const body = await agency.review(12, 'rename', (folder) =>
      renameSync(join(folder, 'festivals/oslo'), join(folder, 'festivals/fjord')),
    );
    expect(body).toContain('`festivals/oslo` moved to `festivals/fjord`');
    expect(body).toContain('1 of 3 broadcasts: 1 without changes.');
    expect(body).not.toMatch(/to create|to delete|was removed/);
    on.merge(12, 'rename');
    const { checked, synced, deployed } = await agency.deploy();
    expect([checked.outputs['decision'], codes(synced), deployed?.exitCode]).toEqual(['reviewed', [0], 0]);
    workspace.festival.edit('main', opening('fjord', 'Fjord opening'));
    expectDone(await agency.job('sync', { ...workspace.festival.keys, GITCAST_REVIEWED: 'off' }));
    const after = await workspace.at('oslo').events();
    expect(after.map(({ id, title }) => ({ id, title }))).toEqual([{ id: before[0]!.id, title: 'Fjord opening' }]);
  });

  it('says of a removed broadcast that it was removed', async () => {
    const agency = opened();
    const { on } = agency;
    const body = await agency.review(14, 'without-lyon', (folder) =>
      rmSync(join(folder, 'festivals/lyon'), { recursive: true }),
    );
    expect(body).toContain('1 broadcast affected: 1 removed; none of the other 2 has changes.');
    expect(body).toContain('`festivals/lyon` was removed; what it created on its targets stays there.');
    expect(body).not.toMatch(/changes no broadcast|None of/);
    expect(on.github.statuses.at(-1)).toMatchObject({ state: 'success' });
    on.merge(14, 'without-lyon');
    const { checked, synced, deployed } = await agency.deploy();
    expect([checked.outputs['decision'], synced, deployed?.exitCode]).toEqual(['reviewed', [], 0]);
  });
});

describe('the last deployment of a workspace', () => {
  const opened = madeForAll(async () =>
    WorkspaceOnGitHub.open(await (await Workspace.open(['lyon', 'oslo'])).deployed()),
  );
  const off = { GITCAST_REVIEW: 'off' };

  it('is compared as it is, so that what a force-push dropped is not forgotten', async () => {
    const agency = opened();
    const { workspace } = agency;
    Object.assign(agency.variables, off);
    const { festival } = workspace;
    const first = agency.commitOf('deployed/live');
    const dropped = festival.edit('main', opening('oslo', 'Dropped opening'));
    expect(codes((await agency.deploy()).synced)).toEqual([0]);
    expect(agency.commitOf('deployed/live')).toBe(dropped);
    git(festival.author, 'reset', '--quiet', '--hard', first);
    opening('lyon', 'Kept opening')(festival.author);
    git(festival.author, 'commit', '--quiet', '--all', '--message', 'Something else');
    git(festival.author, 'push', '--quiet', '--force');
    // Nobody reviewed that the dropped change is reverted, so its broadcast stops, alone, until somebody decides.
    const { synced, deployed } = await agency.deploy();
    expect([codes(synced), deployed]).toEqual([[0, 1], undefined]);
    expect(synced[1]!.stdout).toContain('lacks 1 commit of it: a sync would revert what changed there');
    expect(await workspace.titles()).toEqual({ lyon: 'Kept opening', oslo: 'Dropped opening' });
    expect(agency.commitOf('deployed/live')).toBe(dropped);
    const config = 'festivals/oslo/gitcast.config.yaml';
    const decided = festival.edit(
      'main',
      (folder) => void write(folder, config, read(folder, config).replace('settle: 0', 'settle: 0, history: any')),
    );
    expect((await agency.deploy()).deployed?.exitCode).toBe(0);
    expect(await workspace.titles()).toEqual({ lyon: 'Kept opening', oslo: 'Opening night' });
    expect(agency.commitOf('deployed/live')).toBe(decided);
  });

  it('does not hide what a later run has synced, though it failed elsewhere and was reverted', async () => {
    const agency = opened();
    const { workspace } = agency;
    const { festival } = workspace;
    const before = await workspace.titles();
    festival.edit('main', (folder) => {
      opening('lyon', 'Wrong opening')(folder);
      opening('oslo', 'Wrong opening')(folder);
    });
    const key = festival.keys['LYON_KEY'];
    festival.keys['LYON_KEY'] = 'revoked';
    expect(codes((await agency.deploy()).synced)).toEqual([1, 0]);
    festival.keys['LYON_KEY'] = key!;
    expect(await workspace.titles()).toEqual({ ...before, oslo: 'Wrong opening' });
    git(festival.author, 'revert', '--no-edit', 'HEAD');
    git(festival.author, 'push', '--quiet');
    expect((await agency.deploy()).deployed?.exitCode).toBe(0);
    expect(await workspace.titles()).toEqual(before);
    expect(festival.refs('refs/gitcast/begun')).toEqual([]);
    expect((await agency.check()).outputs['sync']).toBe('[]');
  });

  it('does not hide a folder that was renamed, synced and renamed back', async () => {
    const agency = opened();
    const { festival } = agency.workspace;
    const rename = (from: string, to: string) => (folder: string) =>
      renameSync(join(folder, 'festivals', from), join(folder, 'festivals', to));
    festival.edit('main', rename('oslo', 'fjord'));
    expect(codes((await agency.deploy()).synced)).toEqual([0]);
    // As if another part of the same run had failed.
    git(festival.origin, 'update-ref', 'refs/gitcast/deployed/live', 'main~1');
    const begun = git(festival.origin, 'rev-parse', 'main').trim();
    git(festival.origin, 'update-ref', begunRef({ target: 'live' }, 'festivals/fjord'), begun);
    festival.edit('main', rename('fjord', 'oslo'));
    const { synced, deployed } = await agency.deploy();
    expect([codes(synced), deployed?.exitCode]).toEqual([[0], 0]);
    expect(festival.refs('refs/gitcast/begun')).toEqual([]);
  });

  it('is complete although its state is a later commit of the branch', async () => {
    const workspace = await Workspace.open(['lyon']);
    const { festival } = workspace;
    const { author: cwd, keys } = festival;
    const config = 'festivals/lyon/gitcast.config.yaml';
    write(cwd, config, read(cwd, config).replace('state: git', 'state: file'));
    expectDone(await runGitcast({ cwd, temp: temporaryFolder() }, ['sync', '--all', '--ours', '--yes'], keys));
    const merged = festival.edit('main', opening('lyon', 'Grand opening'));
    const agency = await WorkspaceOnGitHub.open(workspace);
    expectDone(await agency.job('sync', { ...keys, GITCAST_REVIEWED: 'off' }));
    const tip = git(festival.origin, 'rev-parse', 'main').trim();
    expect([agency.commitOf('deployed/live'), tip === merged]).toEqual([tip, false]);
    expect(festival.refs('refs/gitcast/begun')).toEqual([]);
  });

  it('is not moved back by an older run', async () => {
    const agency = opened();
    const { festival } = agency.workspace;
    const older = festival.checkout('main');
    const newer = festival.edit('main', opening('lyon', 'Newer opening'));
    expect((await agency.deploy()).deployed?.exitCode).toBe(0);
    const ran = expectDone(await agency.on.job('deployed', { runner: older }));
    expect(ran.stderr).toContain('A later commit is deployed already.');
    const env = { ...festival.keys, GITCAST_REVIEWED: 'off' };
    const synced = await agency.on.job('sync', { runner: older, env });
    expect([synced.exitCode, synced.stderr]).toEqual([
      1,
      expect.stringContaining('a later commit is deployed already'),
    ]);
    expect(agency.commitOf('deployed/live')).toBe(newer);
  });
});
