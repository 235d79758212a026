import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, temporaryFolder, write } from './folders.ts';
import { expectDone } from './on-github.ts';
import { OnGitLab } from './on-gitlab.ts';
import { git } from './run.ts';
import { openingOf, opening, Workspace } from './workspace.ts';
import { WorkspaceOnGitHub } from './workspace-on-github.ts';

describe('the websites of a workspace', () => {
  it('are built and published if they changed since the last publication, and a failing one is tried again', async () => {
    const workspace = await Workspace.open(['lyon', 'oslo']);
    const { festival } = workspace;
    const www = temporaryFolder();
    for (const city of ['lyon', 'oslo']) {
      const config = `festivals/${city}/gitcast.config.yaml`;
      const publish = `publish:\n  www: { to: folder, path: ${www}/${city} }\n`;
      write(festival.author, config, read(festival.author, config) + publish);
      write(festival.author, `festivals/${city}/content/broadcast.yaml`, `name: ${city}\n`);
    }
    const first = festival.push('Websites');
    const agency = await WorkspaceOnGitHub.open(workspace);
    const published = async () => {
      const runner = festival.checkout('main');
      const built = await agency.on.job('build', { runner });
      // The artifact of one job is the folder of the next.
      const done =
        built.outputs['published'] === 'true' ? expectDone(await agency.on.job('publish', { runner })) : undefined;
      return { built, done, sites: done ? readdirSync(join(runner.temp, 'site/festivals')) : [] };
    };
    expect(await published()).toMatchObject({ built: { exitCode: 0 }, sites: ['lyon', 'oslo'] });
    expect(agency.commitOf('published')).toBe(first);
    expect((await published()).built.outputs).toEqual({});

    const second = festival.edit('main', opening('oslo', 'Grand opening'));
    expect(await published()).toMatchObject({ built: { exitCode: 0 }, sites: ['oslo'] });
    expect(read(www, 'oslo/current/events/opening/index.html')).toContain('Grand opening');
    expect(agency.commitOf('published')).toBe(second);

    festival.edit('main', (folder) => {
      opening('oslo', 'Grandest opening')(folder);
      write(folder, openingOf('lyon'), 'title: Without a time\n');
    });
    expect(await published()).toMatchObject({ built: { exitCode: 1 }, sites: ['oslo'] });
    expect(read(www, 'oslo/current/events/opening/index.html')).toContain('Grandest opening');
    expect(agency.commitOf('published')).toBe(second);
    expect(git(festival.origin, 'rev-parse', 'main').trim()).not.toBe(second);

    // The website that was published since is not as the last complete publication left it.
    git(festival.author, 'revert', '--no-edit', 'HEAD');
    const third = festival.push('Reverted');
    expect(await published()).toMatchObject({ built: { exitCode: 0 }, sites: ['lyon', 'oslo'] });
    expect(read(www, 'oslo/current/events/opening/index.html')).toContain('Grand opening');
    expect(agency.commitOf('published')).toBe(third);
  });

  it('on GitLab Pages are built together, never for an older commit, and again if one has changed', async () => {
    const workspace = await Workspace.open(['lyon', 'oslo'], {
      'festivals/lyon/content/broadcast.yaml': 'name: Lyon\nisWeb: true\n',
    });
    const on = await OnGitLab.with(workspace.festival);
    const older = on.checkout('main');
    const newer = workspace.festival.edit('main', opening('lyon', 'Newer opening'));
    const pages = async (runner = on.checkout('main')) => {
      const job = { runner, env: { GITCAST_SITE: 'public' } };
      expectDone(await on.job('build', job));
      expectDone(await on.job('record', job));
      return existsSync(join(runner.cwd, 'public')) ? readdirSync(join(runner.cwd, 'public/festivals')) : [];
    };
    expect(await pages()).toEqual(['lyon']);
    expect(await pages(older)).toEqual([]);
    expect(git(workspace.festival.origin, 'rev-parse', 'refs/gitcast/published').trim()).toBe(newer);
    expectDone(await on.job('rebuild'));
    expect(on.gitlab.started).toEqual([]);
    workspace.festival.edit('main', opening('lyon', 'Newest opening'));
    expectDone(await on.job('rebuild'));
    expect(on.gitlab.started).toHaveLength(1);
  });
});
