import { cpSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { s3Server, type S3Server } from './s3-server.ts';
import {
  missingAssets,
  onFolder,
  onGit,
  onS3,
  onSsh,
  site,
  stageOn,
  writeOne,
  type HostStage,
  type Stage,
} from './stage.ts';
import { HAS_SSHD, startSshd, type Sshd } from './sshd.ts';

let s3: S3Server;
let sshd: Sshd | undefined;
beforeAll(async () => {
  s3 = await s3Server();
  if (HAS_SSHD) sshd = await startSshd();
});
afterAll(async () => {
  await s3.close();
  await sshd?.close();
});

let buckets = 0;
const HOSTS: readonly { name: string; make: () => (folder: string) => HostStage }[] = [
  { name: 'a folder', make: () => onFolder },
  { name: 'a bucket', make: () => onS3(s3, `festival-${(buckets += 1)}`) },
];

const A = site('a');
const B = site('b');
const pagesOf = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith('.html')));

describe.each(HOSTS)('publish to $name', ({ make }) => {
  it('uploads the site, then only what changed, and then nothing', async () => {
    const stage = stageOn(make());
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
    const stage = stageOn(make());
    await stage.publish({ ...A, 'withdrawn.html': '<p>' });
    const { report } = await stage.publish(B);
    const kept = ['assets/site.aa.css', 'media/logo-a.svg'];
    expect(report.deletes).toEqual(['withdrawn.html']);
    expect(report.kept.map(({ path }) => path)).toEqual(kept);
    expect(stage.seen()).toEqual({ ...B, ...Object.fromEntries(kept.map((path) => [path, A[path]])) });

    const purged = await stage.publish(B, { purge: true });
    expect(purged.report.deletes).toEqual(kept);
    expect(stage.seen()).toEqual(B);
  });

  it('rolls back release by release, with the assets of every page that a visitor may have open', async () => {
    const stage = stageOn(make());
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

  it('refuses to delete many pages unless that number is allowed', async () => {
    const stage = stageOn(make());
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
    const stage = stageOn(make());
    await stage.publish(A);
    await stage.publish(
      site('a', { pages: ['index', 'about', ...Array.from({ length: 20 }, (_, index) => `p-${index}`)] }),
    );
    await stage.rollback();
    expect(pagesOf(stage.seen())).toEqual(pagesOf(A));
  });

  it('changes nothing in a dry run, and nothing if the plan is declined', async () => {
    const stage = stageOn(make());
    expect((await stage.publish(A, { dryRun: true })).outcome).toBe('dry-run');
    expect((await stage.publish(A, { approve: () => false })).outcome).toBe('declined');
    expect(stage.seen()).toEqual({});
  });

  it('leaves the files of others alone', async () => {
    const stage = stageOn(make());
    await stage.publish(A);
    stage.add('verification.txt', 'mine');
    await stage.publish(B);
    expect(stage.seen()).toMatchObject({ ...B, 'verification.txt': 'mine' });
  });
});

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
}

describe('publish to a branch', () => {
  it('publishes, keeps old assets and the files of others, and rolls back', async () => {
    await expect(liveThrough(stageOn(onGit))).resolves.toBeUndefined();
  });

  it('refuses a branch that has the sources', async () => {
    const stage = stageOn(onGit);
    await stage.publish(A);
    stage.add('gitcast.config.yaml', 'content: content');
    await expect(stage.publish(B)).rejects.toThrow('so it has the sources and not the site');
  });
});

describe.skipIf(!HAS_SSHD)('publish to a server by ssh and rsync (needs openssh-server and rsync)', () => {
  it('publishes, keeps old assets and the files of others, and rolls back', async () => {
    await expect(liveThrough(stageOn(onSsh(sshd!)))).resolves.toBeUndefined();
  });

  it('continues an interrupted release in its incoming folder, and reports a server that does not answer', async () => {
    const stage = stageOn(onSsh(sshd!));
    await stage.publish(A);
    const www = join(stage.folder, 'on the server');
    const live = readlinkSync(join(www, 'current')).replace('releases/', '');
    const { report } = await stage.publish(B, { dryRun: true });
    const incoming = join(www, 'incoming', `2-${report.digest.slice(0, 12)}-from-${live}`);
    // As a run leaves it that was killed while rsync sent files.
    cpSync(join(www, 'releases', live), incoming, { recursive: true });
    writeOne(join(incoming, 'about.html'), 'half of a page');
    expect(stage.seen()).toEqual(A);
    await stage.publish(B);
    expect(stage.seen()).toMatchObject(B);
    expect(missingAssets(stage.seen())).toEqual([]);

    await sshd!.close();
    await expect(stage.publish(A)).rejects.toThrow(/^cannot connect to .*127\.0\.0\.1: /);
  });
});
