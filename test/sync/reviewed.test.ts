import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { someEvents } from './fixture.ts';
import { copiesOfGitStage, openGitStage } from './git-stage.ts';
import { openTheatre, type Stage } from './stage.ts';

/** The digest that every form of a plan shows, also of one that the guard refuses. */
async function digestOf(stage: Stage, ...words: readonly string[]): Promise<string> {
  const { digest } = await stage.plan(...words);
  expect(digest).toMatch(/^[\w-]{22}$/);
  expect((await stage.gitcast('plan', ...words)).stdout).toContain(`digest ${digest}\n`);
  const { stdout } = await stage.gitcast('plan', '--markdown', ...words);
  expect(stdout).toMatch(new RegExp(`<sub>Digest of this plan: \`${digest}\`</sub>\n$`));
  return digest!;
}

const synced = copiesOfGitStage({ files: someEvents(4) }, async ({ stage, commit }) => {
  writeFileSync(
    join(stage.folder, 'gitcast.config.yaml'),
    `guard: { deletes: { count: 1 } }\n${stage.configText().replace(/^guard: .*\n/m, '')}`,
  );
  commit();
  await stage.sync();
  return {};
});

describe('sync --reviewed', () => {
  it('applies the plan with this digest without asking, from another clone and another commit', async () => {
    const { stage, clone, commit } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    const digest = await digestOf(stage);
    commit('squashed');
    const { exitCode, stdout } = await clone().gitcast('sync', '--reviewed', digest);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1 change made')]);
    // Once more: there is nothing to approve.
    expect((await stage.gitcast('sync', '--reviewed', digest)).exitCode).toBe(0);
  });

  it.each([
    ['a file', (stage: Stage) => Promise.resolve(stage.edit('events/event-2.yaml', '23:00', '23:45'))],
    ['the target', (stage: Stage) => stage.typeInto('event', 'Event 1', { end_time: '2027-06-18T20:00:00Z' })],
  ])('shows the present plan with its digest, and sends nothing, if %s changed since', async (_, change) => {
    const { stage, commit } = await synced();
    stage.edit('events/event-1.yaml', '23:00', '23:30');
    const digest = await digestOf(stage, '--ours');
    await change(stage);
    commit();
    const before = stage.everything();
    const now = await digestOf(stage, '--ours');
    const { exitCode, stdout, stderr } = await stage.gitcast('sync', '--ours', '--reviewed', digest);
    expect([exitCode, stderr]).toEqual([
      1,
      `error: the plan for live is ${now} now, which nobody approved: nothing was sent\n help: look at this plan, and pass its digest to --reviewed\n`,
    ]);
    expect(stdout).toContain(`digest ${now}\n`);
    expect(stage.everything()).toEqual(before);
    expect((await stage.gitcast('sync', '--ours', '--reviewed', `${digest},${now}`)).exitCode).toBe(0);
  });

  it('counts as the options that the guard asks for', async () => {
    const { stage, commit } = await synced();
    for (const number of [0, 1, 2, 3]) stage.remove(`events/event-${number}.yaml`);
    commit();
    expect((await stage.gitcast('sync', '--yes')).stderr).toContain('--allow-deletes 4 and --allow-empty event');
    expect((await stage.gitcast('sync', '--reviewed', await digestOf(stage))).exitCode).toBe(0);
    expect(stage.contents('event')).toEqual([]);
  });

  it('needs no digest for drift alone, of which a plan has none: it is left to a person', async () => {
    const { stage } = await synced();
    await stage.typeInto('event', 'Event 1', { title: 'Edited there' });
    for (const form of [['--json'], ['--markdown'], []])
      expect((await stage.gitcast('plan', ...form)).stdout).toMatch(/^(?![^]*digest)[^]*Edited there/i);
    expect((await stage.gitcast('sync', '--reviewed', 'aaaaaaaaaaaaaaaaaaaaaa')).exitCode).toBe(3);
  });

  it('replaces objects that the target cannot update', async () => {
    const theatre = await openTheatre({ profile: 'documented' });
    const files = {
      'broadcast.yaml': 'name: Harbour festival\n',
      'articles/news.md': '---\ntitle: News\nstatus: published\n---\nText\n',
    };
    const { stage, commit } = await openGitStage(files, theatre);
    await stage.sync();
    stage.edit('articles/news.md', 'Text', 'More text');
    commit();
    expect((await stage.gitcast('sync', '--yes')).exitCode).toBe(3);
    expect((await stage.gitcast('sync', '--reviewed', await digestOf(stage))).exitCode).toBe(0);
    expect(await stage.plan()).toMatchObject({ changes: [] });
  });
});
