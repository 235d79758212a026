import { execFileSync } from 'node:child_process';
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  filesBelow,
  missingAssets,
  onFolder,
  onGit,
  onSsh,
  site,
  stageOn,
  temporary,
  writeOne,
  writeSite,
  type Files,
  type Stage,
} from './stage.ts';
import { startSshd, type Sshd } from './sshd.ts';
import { program } from '../programs.ts';
import { needs } from '../needs.ts';

const HAS_SSHD = needs('sshd', 'ssh-keygen', 'rsync');

let sshd: Sshd | undefined;
beforeAll(async () => {
  if (HAS_SSHD) sshd = await startSshd();
});
afterAll(() => sshd?.close());

const A = site('a');
const B = site('b');
const pagesOf = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.html')));

describe('publish to a folder', () => {
  it('uploads the site, then only what changed, and then nothing', async () => {
    const stage = stageOn(onFolder);
    const first = await stage.publish(A);
    expect(first.outcome).toBe('published');
    expect(stage.seen()).toEqual(A);

    const second = await stage.publish({ ...A, 'about.html': '<p>changed' });
    expect(second.report).toMatchObject({
      uploads: [{ path: 'about.html', action: 'change' }],
      deletes: [],
      release: 2,
    });
    expect(stage.seen()).toEqual({ ...A, 'about.html': '<p>changed' });

    expect((await stage.publish({ ...A, 'about.html': '<p>changed' })).outcome).toBe('nothing-to-do');
  });

  it('keeps old assets for visitors with an older page, and removes withdrawn pages at once', async () => {
    const stage = stageOn(onFolder);
    await stage.publish({ ...A, 'withdrawn.html': '<p>' });
    const { report } = await stage.publish(B);
    const kept = ['assets/site.aa.css', 'media/logo-a.svg'];
    expect(report.deletes).toEqual(['withdrawn.html']);
    expect(report.kept.map(({ path }) => path)).toEqual(kept);
    expect(stage.seen()).toEqual({ ...B, ...Object.fromEntries(kept.map((path) => [path, A[path]])) });
  });

  it('rolls back release by release, with the assets of every page that a visitor may have open', async () => {
    const stage = stageOn(onFolder);
    const C = site('c', { more: { 'new.html': '<p>new' } });
    for (const files of [A, B, C]) await stage.publish(files);
    const once = await stage.rollback();
    expect(once.report).toMatchObject({ restores: 2, release: 4 });
    expect(pagesOf(stage.seen())).toEqual(pagesOf(B));
    expect(missingAssets({ ...stage.seen(), 'open.html': C['index.html']! })).toEqual([]);

    expect((await stage.rollback()).report).toMatchObject({ restores: 1, release: 5 });
    expect(pagesOf(stage.seen())).toEqual(pagesOf(A));
    expect(stage.seen()).toMatchObject(A);
    await expect(stage.rollback()).rejects.toThrow('release 1 is the oldest that the host keeps');

    await stage.publish(C);
    expect(stage.seen()).toMatchObject(C);
  });

  it('rolls back to what was shown before, also after a rollback and a new publish', async () => {
    const stage = stageOn(onFolder);
    for (const files of [A, B]) await stage.publish(files);
    await stage.rollback();
    // A job that runs again publishes the bad release once more.
    await stage.publish(B);
    const { outcome, report } = await stage.rollback();
    expect([outcome, report.restores, report.release]).toEqual(['published', 1, 5]);
    expect(pagesOf(stage.seen())).toEqual(pagesOf(A));
    await expect(stage.rollback()).rejects.toThrow('release 1 is the oldest that the host keeps');
  });

  it('refuses the site of another configuration, until it is told to take over', async () => {
    const stage = stageOn(onFolder, { settings: 'site: { url: "https://lyon.example" }\n' });
    await stage.publish(A);
    const place = { ...stage, add: () => {} };
    const other = stageOn(() => place, { settings: 'site: { url: "https://oslo.example/" }\n' });
    const message = /shows the site of .*lyon\.example, and this is .*oslo\.example$/;
    await expect(other.publish(B)).rejects.toThrow(message);
    await expect(other.rollback()).rejects.toThrow(message);
    expect(stage.seen()).toEqual(A);
    const moved = stageOn(() => place, { settings: 'site: { url: "http://lyon.example/" }\n' });
    await moved.publish({ ...A, 'new.html': '<p>' });
    await other.publish(B, { takeOver: true });
    expect(stage.seen()).toMatchObject(B);
    await expect(stage.publish(A)).rejects.toThrow('oslo.example');
  });

  it('refuses to overwrite a file that somebody else added since the last release', async () => {
    const stage = stageOn(onFolder);
    await stage.publish(A);
    stage.add('new.html', 'theirs');
    const withNew = { ...A, 'new.html': 'ours' };
    await expect(stage.publish(withNew)).rejects.toThrow(/gitcast did not publish/);
    await stage.publish(B);
    expect(stage.seen()['new.html']).toBe('theirs');
  });

  it('refuses to delete many pages unless that number is allowed', async () => {
    const stage = stageOn(onFolder);
    const many = Array.from({ length: 20 }, (_, index) => `page-${index}`);
    await stage.publish(site('a', { pages: ['index', ...many] }));
    const shrunk = site('a');
    await expect(stage.publish(shrunk)).rejects.toThrow('it would delete 20 pages, and guard.deletes.count allows 10');
    const dry = await stage.publish(shrunk, { dryRun: true });
    expect([dry.outcome, dry.ending.failed]).toEqual(['dry-run', true]);
    expect(Object.keys(stage.seen())).toHaveLength(24);
    await stage.publish(shrunk, { allowDeletes: 20 });
    expect(stage.seen()).toEqual(shrunk);
  });

  it('does not refuse a rollback, however many pages it removes', async () => {
    const stage = stageOn(onFolder);
    await stage.publish(A);
    await stage.publish(
      site('a', { pages: ['index', 'about', ...Array.from({ length: 20 }, (_, index) => `p-${index}`)] }),
    );
    await stage.rollback();
    expect(pagesOf(stage.seen())).toEqual(pagesOf(A));
  });

  it('changes nothing in a dry run, and nothing if the plan is declined', async () => {
    const stage = stageOn(onFolder);
    expect((await stage.publish(A, { dryRun: true })).outcome).toBe('dry-run');
    expect((await stage.publish(A, { approve: () => false })).outcome).toBe('declined');
    expect(stage.seen()).toEqual({});
  });

  it('keeps what others add and remove after a run that was killed', async () => {
    const stage = stageOn(onFolder);
    await stage.publish(A);
    stage.add('removed.txt', 'theirs');
    writeSite(join(stage.folder, 'site'), B);
    await interrupted(stage);
    rmSync(join(stage.folder, 'www/current/removed.txt'));
    stage.add('added.txt', 'theirs');
    await stage.publish(B);
    expect(Object.keys(stage.seen()).filter((path) => path.endsWith('.txt'))).toEqual(['added.txt']);
  });

  it('leaves the files of others alone', async () => {
    const stage = stageOn(onFolder);
    await stage.publish(A);
    stage.add('verification.txt', 'mine');
    await stage.publish(B);
    expect(stage.seen()).toMatchObject({ ...B, 'verification.txt': 'mine' });
  });
});

describe('publish to a folder that somebody edits', () => {
  it('notices an edited and a deleted file, and publishes both again', async () => {
    const stage = stageOn(onFolder);
    const current = join(stage.folder, 'www/current');
    await stage.publish(A);
    expect((await stage.publish(A)).outcome).toBe('nothing-to-do');
    editOnHost(join(current, 'media/same.svg'));
    rmSync(join(current, 'about.html'));
    const { report } = await stage.publish(A);
    expect(report.uploads.map(({ path }) => path).toSorted()).toEqual(['about.html', 'media/same.svg']);
    expect(report.notes).toEqual(['edited on the host since the last release: media/same.svg']);
    expect(stage.seen()).toEqual(A);
  });

  it('rolls back the other files, names what is lost, and restores that with the next build', async () => {
    const stage = stageOn(onFolder);
    for (const files of [A, B]) await stage.publish(files);
    // Both releases have this file, as one.
    editOnHost(join(stage.folder, 'www/current/media/same.svg'));
    const { report, ending } = await stage.rollback();
    expect(pagesOf(stage.seen())).toEqual(pagesOf(A));
    expect([ending.left, report.notes.at(-1)]).toEqual([
      true,
      expect.stringMatching(/^1 file could not be restored, because somebody edited it on the host: media\/same\.svg;/),
    ]);
    expect((await stage.publish(A)).report.uploads.map(({ path }) => path)).toEqual(['media/same.svg']);
    expect(stage.seen()).toMatchObject(A);
  });

  it('keeps a link of others, and does not write through it', async () => {
    const stage = stageOn(onFolder);
    const outside = temporary();
    await stage.publish(A);
    symlinkSync(outside, join(stage.folder, 'www/current/stats'));
    await stage.publish(B);
    expect(readlinkSync(join(stage.folder, 'www/current/stats'))).toBe(outside);
    const within = { ...B, 'stats/index.html': '<p>' };
    await expect(stage.publish(within)).rejects.toThrow('it would overwrite 1 file that gitcast did not publish');
    await stage.publish(within, { allowDeletes: 1 });
    expect(filesBelow(outside)).toEqual({});
    expect(stage.seen()['stats/index.html']).toBe('<p>');
  });

  it('does not move the link of a site that is published from another path', async () => {
    const link = join(temporary(), 'html');
    const at = (path: string) => (folder: string) => ({
      ...onFolder(folder),
      config: `{ to: folder, path: ${join(dirname(link), path)}, link: ${link} }`,
    });
    await stageOn(at('one')).publish(A);
    await expect(stageOn(at('two')).publish(B)).rejects.toThrow('which was published from another `path`');
    expect(filesBelow(link)).toEqual(A);
  });

  it('makes files and folders that visitors can read and nobody edits by mistake, whatever the umask is', () => {
    const stage = stageOn(onFolder);
    writeSite(join(stage.folder, 'site'), A);
    const gitcast = join(import.meta.dirname, '../../bin/gitcast.mjs');
    const words = ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, gitcast, 'publish', '--from', 'site', '--yes'];
    execFileSync(program('sh'), words, { cwd: stage.folder, env: { PATH: process.env['PATH'] } });
    const modeOf = (path: string): string => (statSync(join(stage.folder, 'www', path)).mode & 0o777).toString(8);
    expect(['.', 'releases', 'current', 'current/media'].map(modeOf)).toEqual(['755', '755', '755', '755']);
    expect(['current/index.html', 'current/media/same.svg'].map(modeOf)).toEqual(['444', '444']);
  });

  it('removes what was begun if the disk is full, so that a smaller release fits', async () => {
    const stage = stageOn(onFolder);
    await stage.publish(A);
    const { writeFileSync: write } = fs;
    fs.writeFileSync = (file, content, options) => {
      if (content.toString() === 'too large') throw Object.assign(new Error('full'), { code: 'ENOSPC', path: file });
      write(file, content, options);
    };
    syncBuiltinESMExports();
    try {
      writeSiteWith(write, join(stage.folder, 'site'), { ...B, 'z.html': 'too large' });
      await expect(stage.project.publish({ from: 'site', approve: true })).rejects.toMatchObject({
        message: expect.stringContaining('the disk is full') as string,
        suggestion: expect.stringContaining('what was begun has been removed') as string,
      });
    } finally {
      fs.writeFileSync = write;
      syncBuiltinESMExports();
    }
    expect(existsSync(join(stage.folder, 'www/incoming'))).toBe(false);
    expect(stage.seen()).toEqual(A);
    await stage.publish(B);
    expect(stage.seen()).toMatchObject(B);
  });

  it.each([
    ['damaged', '{"version":1,', 'is damaged, so it is not known which files gitcast published'],
    ['missing', undefined, 'is missing, so it is not known which files gitcast published'],
    ['of another version', '{"version":2}', 'is damaged, so it is not known which files gitcast published'],
  ])('stops if the record is %s', async (_, text, message) => {
    const stage = stageOn(onFolder);
    await stage.publish(A);
    const live = readlinkSync(join(stage.folder, 'www/current'));
    const record = join(stage.folder, 'www', `${live}.json`);
    rmSync(record);
    if (text !== undefined) writeFileSync(record, text);
    await expect(stage.publish(B)).rejects.toThrow(message);
    await expect(stage.rollback()).rejects.toThrow(message);
    expect(stage.seen()).toEqual(A);
    const taken = await stage.publish(A, { takeOver: true, allowDeletes: 5 });
    // A number of its own, although the site is the same: the live release stays until the switch.
    expect(taken.report.release).toBe(2);
    expect(stage.seen()).toEqual(A);
  });
});

/** As a run that is killed leaves it: a file of the site is gone when its turn comes. */
async function interrupted({ project, folder }: Stage): Promise<void> {
  const approve = async () => (rmSync(join(folder, 'site/index.html')), true);
  await expect(project.publish({ from: 'site', approve })).rejects.toThrow(/no such file/i);
}

/** Also by the owner of a read-only file, as an editor does. */
function editOnHost(file: string): void {
  chmodSync(file, 0o644);
  writeFileSync(file, 'edited by hand');
}

function writeSiteWith(write: typeof writeFileSync, folder: string, files: Files): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    write(join(folder, path), text);
  }
}

/** The same in one go, since each step starts programs. */
async function liveThrough(stage: Stage): Promise<void> {
  expect((await stage.publish(A, { dryRun: true })).outcome).toBe('dry-run');
  expect(stage.seen()).toEqual({});
  await stage.publish({ ...A, 'withdrawn.html': '<p>' });
  stage.add('CNAME', 'festival.example');
  const { report } = await stage.publish(B);
  const kept = ['assets/site.aa.css', 'media/logo-a.svg'];
  expect(report).toMatchObject({ deletes: ['withdrawn.html'], release: 2 });
  expect(report.kept.map(({ path }) => path)).toEqual(kept);
  const old = Object.fromEntries(kept.map((path) => [path, A[path]]));
  expect(stage.seen()).toEqual({ ...B, ...old, CNAME: 'festival.example' });

  expect((await stage.publish(B)).outcome).toBe('nothing-to-do');
  expect((await stage.rollback()).report).toMatchObject({ restores: 1, release: 3 });
  expect(pagesOf(stage.seen())).toEqual(pagesOf({ ...A, 'withdrawn.html': '<p>' }));
  expect(missingAssets({ ...stage.seen(), 'open.html': B['index.html']! })).toEqual([]);
  await expect(stage.rollback()).rejects.toThrow('release 1 is the oldest that the host keeps');
  stage.add('added.html', 'theirs');
  await expect(stage.publish({ ...A, 'added.html': 'ours' })).rejects.toThrow('it would overwrite 1 file');
}

describe('publish to a branch', () => {
  it('publishes, keeps old assets and the files of others, and rolls back', async () => {
    await expect(liveThrough(stageOn(onGit))).resolves.toBeUndefined();
  });

  it('shows what somebody edited there before it is published again', async () => {
    const stage = stageOn(onGit);
    await stage.publish(B);
    stage.add('about.html', 'edited by hand');
    expect((await stage.publish(B)).report.uploads).toMatchObject([{ path: 'about.html', action: 'change' }]);
    expect(stage.seen()).toEqual(B);
  });

  it('rolls back to the release before a repeated one, and stops if the record is damaged', async () => {
    const stage = stageOn(onGit);
    for (const files of [A, B]) await stage.publish(files);
    await stage.rollback();
    await stage.publish(B);
    expect((await stage.rollback()).report).toMatchObject({ restores: 1, release: 5 });
    expect(pagesOf(stage.seen())).toEqual(pagesOf(A));
    stage.add('.gitcast-published.json', '{');
    await expect(stage.publish(B)).rejects.toThrow('.gitcast-published.json on gh-pages is damaged');
  });

  it('refuses a branch that has the sources', async () => {
    const stage = stageOn(onGit);
    await stage.publish(A);
    stage.add('gitcast.config.yaml', 'content: content');
    await expect(stage.publish(B)).rejects.toThrow('so it has the sources and not the site');
  });
});

describe.runIf(HAS_SSHD)('publish to a server by ssh and rsync', () => {
  it('publishes, keeps old assets and the files of others, and rolls back', async () => {
    await expect(liveThrough(stageOn(onSsh(sshd!)))).resolves.toBeUndefined();
  });

  it('continues an interrupted release in its incoming folder, and reports a server that does not answer', async () => {
    const stage = stageOn(onSsh(sshd!));
    await stage.publish(A);
    const www = join(stage.folder, 'on the server');
    const live = readlinkSync(join(www, 'current')).replace('releases/', '');
    writeSite(join(stage.folder, 'site'), B);
    await interrupted(stage);
    const [incoming = ''] = readdirSync(join(www, 'incoming'));
    rmSync(join(www, 'incoming', incoming, 'about.html'));
    writeOne(join(www, 'incoming', incoming, 'about.html'), 'half of a page');
    expect(stage.seen()).toEqual(A);
    await stage.publish(B);
    expect(readdirSync(join(www, 'incoming'))).toEqual([]);
    expect(stage.seen()).toMatchObject(B);
    expect(missingAssets(stage.seen())).toEqual([]);
    expect(statSync(join(www, 'current/index.html')).mode & 0o777).toBe(0o444);

    for (const release of ['current', `releases/${live}`]) editOnHost(join(www, release, 'media/same.svg'));
    const back = await stage.rollback();
    expect(pagesOf(stage.seen())).toEqual(pagesOf(A));
    expect(back.report.notes.at(-1)).toContain(
      'could not be restored, because somebody edited it on the host: media/same.svg',
    );
    expect((await stage.publish(A)).report.uploads.map(({ path }) => path)).toEqual(['media/same.svg']);
    expect(stage.seen()).toMatchObject(A);

    await sshd!.close();
    await expect(stage.publish(A)).rejects.toMatchObject({
      message: expect.stringMatching(/^cannot connect to .*127\.0\.0\.1: /) as string,
      suggestion: expect.stringMatching(/`ssh -F .* -p \d+ \S+@127\.0\.0\.1` works/) as string,
    });
  });
});
