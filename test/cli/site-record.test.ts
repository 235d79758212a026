import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, gitcast, textOf, writeInto } from './in-memory.ts';
import { builtOnce, recordedTwice, REF } from './recorded-site.ts';

describe('site record', () => {
  it('keeps the manifest of the published site on one commit of a ref that every clone reads', async () => {
    const { cwd, origin, git } = await builtOnce();
    expect((await gitcast('build --if-changed published', { cwd })).stdout).toContain('no published site is recorded');

    const recorded = await gitcast('site record site.json', { cwd });
    expect([recorded.exitCode, recorded.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^✓ recorded the published site with \d+ pages on refs\/gitcast\/site\/local; it changes at 2027-01-05T08:00:00Z by itself\n$/,
      ),
    ]);
    // Another clone, with the ref and no file.
    const clone = folderWith();
    execFileSync('git', ['clone', '--quiet', origin, join(clone, 'it')], { stdio: 'ignore' });
    git('push', '--quiet', 'origin', 'HEAD');
    execFileSync('git', ['pull', '--quiet', 'origin', git('symbolic-ref', '--short', 'HEAD')], {
      cwd: join(clone, 'it'),
      stdio: 'ignore',
    });
    const at = { cwd: join(clone, 'it') };
    expect((await gitcast('build --if-changed published --now 2027-01-05T07:59:59Z', at)).stdout).toBe(
      '✓ unchanged until 2027-01-05T08:00:00Z; nothing was built\n',
    );
    const due = await gitcast('build --if-changed published --manifest new.json --now 2027-01-05T08:00:00Z', at);
    expect(due.stdout).toContain('built, because it changes at 2027-01-05T08:00:00Z by itself\n');
    expect((await gitcast('site record new.json', at)).exitCode).toBe(0);
    const count = execFileSync('git', ['rev-list', '--count', 'refs/gitcast/site/local'], { cwd: origin });
    expect(String(count)).toBe('1\n');
  });

  it('records nothing that is not a manifest', async () => {
    const { cwd, origin } = await builtOnce();
    writeFileSync(join(cwd, 'other.json'), textOf(cwd, 'site.json').replace('"version": 1', '"version": 2'));
    const { exitCode, stderr } = await gitcast('site record other.json', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not the manifest of a build')]);
    expect((await gitcast('site record', { cwd })).exitCode).toBe(1);
    expect(String(execFileSync('git', ['for-each-ref'], { cwd: origin }))).toBe('');
  });
});

describe('site record of an older commit', () => {
  const commitOn = (origin: string): unknown =>
    (JSON.parse(String(execFileSync('git', ['show', `${REF}:site.json`], { cwd: origin }))) as { commit: unknown })
      .commit;

  it.each([
    ['a clone', []],
    ['a clone of depth 1', ['--depth=1']],
  ])('is refused in %s, names both commits, and is allowed by --allow-rollback', async (_, flags) => {
    const { origin, git, clone, first } = await recordedTwice();
    const second = git('rev-parse', 'HEAD');
    const cwd = clone('-b', 'older', ...flags);
    await gitcast('build --manifest site.json', { cwd });
    const { exitCode, stderr } = await gitcast('site record site.json', { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(
        `the site was not recorded: the one on ${REF} was built from ${second.slice(0, 10)}, and this one (${first.slice(0, 10)}) is 1 commit behind it`,
      ),
    ]);
    expect(stderr).toContain('in CI, run the job of the newest commit; if this is intended, add --allow-rollback');
    expect(commitOn(origin)).toBe(second);
    expect((await gitcast('site record site.json --allow-rollback', { cwd })).exitCode).toBe(0);
    expect(commitOn(origin)).toBe(first);
  });

  it('is refused if the clone does not have the commit of the manifest', async () => {
    const { cwd, git } = await recordedTwice();
    const second = git('rev-parse', 'HEAD');
    writeFileSync(join(cwd, 'other.json'), textOf(cwd, 'second.json').replace(second, 'c0ffee'.padEnd(40, '0')));
    const { exitCode, stderr } = await gitcast('site record other.json', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('this clone does not have its commit')]);
  });

  it('is not compared if one of them has uncommitted changes, nor with what is no manifest', async () => {
    const { cwd, origin, git, commit, first } = await recordedTwice();
    writeInto(cwd, { 'content/places/pier.yaml': 'name: The pier\n' });
    await gitcast('build --manifest changed.json', { cwd });
    expect((await gitcast('site record changed.json', { cwd })).exitCode).toBe(0);
    expect(commitOn(origin)).toBeNull();
    expect((await gitcast('site record site.json', { cwd })).exitCode).toBe(0);
    expect(commitOn(origin)).toBe(first);
    const other = commit({ 'content/places/pier.yaml': 'name: The other pier\n' });
    git('push', '--quiet', '--force', 'origin', `HEAD:${REF}`);
    await gitcast('build --manifest site.json', { cwd });
    expect((await gitcast('site record site.json', { cwd })).exitCode).toBe(0);
    expect(commitOn(origin)).toBe(other);
  });
});

describe('build --if-changed published', () => {
  it.each([
    ['a clone', []],
    ['a clone of depth 1', ['--depth=1']],
  ])('builds nothing in %s that is behind: a newer site is published', async (_, flags) => {
    const { git, clone } = await recordedTwice();
    const second = git('rev-parse', 'HEAD');
    const cwd = clone('-b', 'older', ...flags);
    // A flag that changes the site does not make an older commit newer.
    const { exitCode, stdout } = await gitcast('build --if-changed published --drafts', { cwd });
    expect([exitCode, stdout]).toEqual([
      0,
      `✓ a newer site is published, from ${second.slice(0, 10)}; nothing was built\n`,
    ]);
    const { stdout: json } = await gitcast('build --if-changed published --json', { cwd });
    expect(JSON.parse(json)).toMatchObject({ unchanged: true, newer: true, commit: second });
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
  });

  it('builds a newer commit, that of another branch, and if nobody has the recorded commit', async () => {
    const { cwd, git, commit, first } = await recordedTwice();
    const second = git('rev-parse', 'HEAD');
    const because = async (): Promise<string> => (await gitcast('build --if-changed published', { cwd })).stdout;
    const third = commit({ 'content/places/pier.yaml': 'name: The pier\n' });
    expect(await because()).toContain(`built, because the commit changed from ${second} to ${third}\n`);
    git('checkout', '--quiet', '-b', 'other', first);
    const other = commit({ 'content/places/pier.yaml': 'name: The other pier\n' });
    expect(await because()).toContain(`built, because the commit changed from ${second} to ${other}\n`);
    const lost = 'c0ffee'.padEnd(40, '0');
    writeFileSync(join(cwd, 'lost.json'), textOf(cwd, 'second.json').replace(second, lost));
    expect((await gitcast('site record lost.json --allow-rollback', { cwd })).exitCode).toBe(0);
    expect(await because()).toContain(`built, because the commit changed from ${lost} to ${other}\n`);
  });
});
