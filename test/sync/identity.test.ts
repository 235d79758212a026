import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBroadcast } from '../../src/service/administration.ts';
import { thisProcess } from '../../src/state/file/lock.ts';
import { git, runsOn, storeIn } from '../state/clones.ts';
import { openFestivals, setState } from './festivals.ts';
import { someEvents } from './fixture.ts';
import { copiesOfGitStage } from './git-stage.ts';
import { actionsOf, openStage, type Stage } from './stage.ts';

const named = (name: string, count = 2) => ({ ...someEvents(count), 'broadcast.yaml': `name: ${name}\n` });
/** The same service at a different URL. */
const movedUrl = ({ theatre }: Stage): string => theatre.url.replace('127.0.0.1', 'localhost');

/** As if somebody had edited the configuration. */
function reconfigure({ folder }: Stage, before: string, after: string): void {
  const config = join(folder, 'gitcast.config.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace(before, after));
}

describe('two festivals in one repository', () => {
  it('each keep a state under the same target name, and leave each other alone', async () => {
    const { at, refs, remote } = await openFestivals();
    const [a, b] = [await at('festivals/a', named('A')), await at('festivals/b', named('B'))];
    const top = await at('', named('Top', 1));
    for (const festival of [a, b, top])
      expect(await festival.sync('--ours')).toMatchObject({ exitCode: 0, stderr: '' });
    for (const festival of [a, b, top]) expect(actionsOf(await festival.plan())).toEqual([]);
    expect([a.titles(), b.titles(), top.titles()].map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(refs()).toEqual([
      expect.stringMatching(/^refs\/gitcast\/in\/festivals-a-[0-9a-f]{16}\/state\/live$/),
      expect.stringMatching(/^refs\/gitcast\/in\/festivals-b-[0-9a-f]{16}\/state\/live$/),
      'refs/gitcast/state/live',
    ]);
    for (const ref of refs()) expect(runsOn(remote, ref)).toHaveLength(1);
  });

  it('do not wait for each other: a lock is valid only in its own folder', async () => {
    const { top, at } = await openFestivals();
    const [a, b] = [await at('festivals/a', named('A')), await at('festivals/b', named('B'))];
    await a.sync('--ours');
    const { baseUrl, userId, broadcastId } = { baseUrl: a.theatre.url, ...a.credentials };
    const identity = { baseUrl, userId, broadcastId, folder: 'festivals/a' };
    const store = storeIn(top, {
      root: a.folder,
      folder: join(a.folder, '.gitcast/git-state'),
      target: 'live',
      identity,
    });
    const lock = await store.lock(thisProcess());
    try {
      expect((await a.sync()).stderr).toContain('another run is in progress');
      expect(await b.sync('--ours')).toMatchObject({ exitCode: 0 });
    } finally {
      await lock.release();
    }
  });

  it('have refs that git accepts for any folder name', async () => {
    const { at, refs } = await openFestivals();
    const festival = await at('état/..a~^:?*[ .lock', named('A', 1));
    expect(await festival.sync('--ours')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(actionsOf(await festival.plan())).toEqual([]);
    expect(refs()).toEqual([expect.stringMatching(/^refs\/gitcast\/in\/tat-a-lock-[0-9a-f]{16}\/state\/live$/)]);
  });
});

describe('a configuration that was copied inside its repository', () => {
  it('is refused, with state rebuild too, until the folder that manages the broadcast is gone', async () => {
    const { top, at } = await openFestivals();
    const old = await at('festivals/a', named('A'));
    await old.sync('--ours');
    cpSync(join(top, 'festivals/a'), join(top, 'festivals/b'), { recursive: true });
    const copy = Object.assign(Object.create(old) as Stage, { folder: join(top, 'festivals/b') });
    expect((await copy.sync()).stderr).toContain('give it its own broadcastId');
    expect((await copy.gitcast('state', 'rebuild')).stderr).toContain('already managed from the folder festivals/a');
    expect(await old.sync()).toMatchObject({ exitCode: 0 });
    git(top, 'rm', '-qr', 'festivals/a');
    git(top, 'add', '-A');
    git(top, 'commit', '-qm', 'moved');
    expect(await copy.sync()).toMatchObject({ exitCode: 0, summary: { applied: 0 } });
  });
});

describe.each(['file', 'git'] as const)('a state in %s that was made for a different target', (kept) => {
  const synced = copiesOfGitStage({ files: named('A') }, async ({ stage, commit }) => {
    // The state must be out of git's sight without it.
    rmSync(join(stage.folder, '.gitignore'));
    reconfigure(stage, 'state: git', `state: ${kept}`);
    commit();
    expect(await stage.sync('--ours')).toMatchObject({ exitCode: 0 });
    return {};
  });

  it('is refused by every command after the broadcastId was changed, before anything counts as drift', async () => {
    const { stage } = await synced();
    const next = await createBroadcast(stage.theatre.service, { name: 'Next edition' });
    const edition = Object.assign(Object.create(stage) as Stage, {
      credentials: next,
      env: { ...stage.env, GITCAST_KEY: next.key },
    });
    edition.configure();
    setState(edition, kept);
    const commands = [
      'status',
      'plan',
      'plan --offline',
      'pull',
      'sync --yes',
      'promote live local',
      'state show',
      'doctor',
    ];
    for (const command of commands) {
      const { exitCode, stdout, stderr } = await edition.gitcast(...command.split(' '));
      expect([command, exitCode]).toEqual([command, 1]);
      expect(stdout + stderr).toContain(`broadcastId ${stage.credentials.broadcastId} (here ${next.broadcastId})`);
      expect(stdout + stderr).toContain('gitcast state rebuild --target live');
    }
    expect(edition.contents('event')).toEqual([]);

    const rebuilt = await edition.gitcast('state', 'rebuild', '--json');
    expect(JSON.parse(rebuilt.stdout)).toMatchObject({ next: { create: 3, update: 1 } });
    expect(await edition.sync('--ours')).toMatchObject({ exitCode: 0 });
    expect([stage.titles(), edition.titles()].map(({ length }) => length)).toEqual([2, 2]);
    expect(git(stage.folder, 'status', '--porcelain', '.gitcast/git-state')).toBe('');
  });

  it('is refused after the base URL was changed, and state rebuild finds everything at the new one', async () => {
    const { stage } = await synced();
    const url = movedUrl(stage);
    reconfigure(stage, stage.theatre.url, url);
    const { exitCode, stderr } = await stage.sync();
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`baseUrl ${stage.theatre.url} (here ${url})`)]);
    expect(stderr).toContain('if the service has moved or was emptied, run `gitcast state rebuild --target live`');
    expect(await stage.gitcast('state', 'rebuild')).toMatchObject({ exitCode: 0 });
    expect(actionsOf(await stage.plan())).toEqual([]);
  });

  it('starts over with state rebuild after the service was emptied, and reports what the next sync does', async () => {
    const { stage } = await synced();
    for (const { id } of stage.contents('event')) await stage.call('DELETE', `/events/${id}`);
    for (const { id } of stage.contents('place')) await stage.call('DELETE', `/places/${id}`);
    expect((await stage.sync()).stderr).toContain('gitcast state rebuild');
    const { stdout } = await stage.gitcast('state', 'rebuild');
    expect(stdout).toBe('✓ 1 document found again on live; the next plan has 3 to create (gitcast plan shows it)\n');
    expect(await stage.sync()).toMatchObject({ exitCode: 0, summary: { applied: 3 } });
  });

  it('has the same target if only the spelling differs', async () => {
    const { stage } = await synced();
    const { userId, broadcastId } = stage.credentials;
    reconfigure(stage, stage.theatre.url, `${stage.theatre.url.replace('http', 'HTTP')}/`);
    reconfigure(stage, userId, userId.toUpperCase());
    reconfigure(stage, broadcastId, broadcastId.toUpperCase());
    expect((await stage.gitcast('state', 'show')).exitCode).toBe(0);
  });
});

describe('the embedded service', () => {
  it('starts over next to the state of a deleted database, with a note', async () => {
    const stage = await openStage({ files: named('A') });
    expect(await stage.sync('--target', 'local')).toMatchObject({ exitCode: 0, summary: { applied: 3, recorded: 1 } });
    rmSync(join(stage.folder, '.gitcast/service.db'));
    expect((await stage.plan('--target', 'local', '--offline')).summary).toMatchObject({ create: 3, update: 1 });
    const plan = await stage.plan('--target', 'local');
    expect(plan).toMatchObject({ exitCode: 0, summary: { create: 3, adopt: 1 } });
    expect(plan.notes).toEqual([expect.stringContaining('the database of local is new')]);
    const synced = await stage.gitcast('sync', '--yes', '--target', 'local');
    expect(synced).toMatchObject({ exitCode: 0 });
    expect(synced.stderr).toContain('the database of local is new');
    expect(actionsOf(await stage.plan('--target', 'local'))).toEqual([]);
  });
});
