import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, gitcast, SOUND, textOf, writeInto } from './in-memory.ts';

const LATER = '---\ntitle: Later\nstatus: published\npublished_at: 2027-01-05T08:00:00Z\n---\nSoon.\n';

/** A clone whose remote is a bare repository, with the manifest of a build of its commit. */
async function published() {
  const cwd = folderWith({
    ...SOUND,
    '.gitignore': '.gitcast/\ndist/\n*.json\n',
    'content/articles/later.md': LATER,
  });
  const origin = folderWith();
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  execFileSync('git', ['init', '--quiet', '--bare', origin]);
  git('init', '--quiet');
  git('remote', 'add', 'origin', origin);
  const commit = (files: Readonly<Record<string, string>>): string => {
    writeInto(cwd, files);
    git('add', '--all');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--allow-empty', '--message', 'It');
    return git('rev-parse', 'HEAD');
  };
  const first = commit({});
  expect((await gitcast('build --manifest site.json', { cwd })).exitCode).toBe(0);
  return { cwd, origin, git, commit, first };
}

/** The site of a second commit is recorded. The branch `older` is at the first one. */
async function recordedTwice() {
  const made = await published();
  const { cwd, origin, git, commit } = made;
  git('push', '--quiet', 'origin', 'HEAD:older');
  expect((await gitcast('site record site.json', { cwd })).exitCode).toBe(0);
  const second = commit({ 'content/places/quay.yaml': 'name: The quay\n' });
  git('push', '--quiet', 'origin', 'HEAD:main');
  expect((await gitcast('build --manifest second.json', { cwd })).exitCode).toBe(0);
  expect((await gitcast('site record second.json', { cwd })).exitCode).toBe(0);
  const clone = (...flags: readonly string[]): string => {
    const folder = join(folderWith(), 'it');
    execFileSync('git', ['clone', '--quiet', ...flags, `file://${origin}`, folder], { stdio: 'ignore' });
    return folder;
  };
  return { ...made, second, clone };
}

describe('site record', () => {
  it('keeps the manifest of the published site on one commit of a ref that every clone reads', async () => {
    const { cwd, origin, git } = await published();
    const nothing = await gitcast('site diff published site.json', { cwd });
    expect([nothing.exitCode, nothing.stderr]).toEqual([
      1,
      expect.stringContaining('no published site is recorded on refs/gitcast/site/local'),
    ]);
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
    const diff = await gitcast('site diff published new.json --json', at);
    expect(JSON.parse(diff.stdout)).toMatchObject({ equal: false, added: [{ title: 'Later' }] });

    expect((await gitcast('site record new.json', at)).exitCode).toBe(0);
    expect((await gitcast('site diff published new.json', at)).stdout).toBe('✓ both sites are equal\n');
    const count = execFileSync('git', ['rev-list', '--count', 'refs/gitcast/site/local'], { cwd: origin });
    expect(String(count)).toBe('1\n');
  });

  it('records nothing that is not a manifest', async () => {
    const { cwd, origin } = await published();
    writeFileSync(join(cwd, 'other.json'), textOf(cwd, 'site.json').replace('"version": 1', '"version": 2'));
    const { exitCode, stderr } = await gitcast('site record other.json', { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not the manifest of a build')]);
    expect((await gitcast('site record', { cwd })).exitCode).toBe(1);
    expect(String(execFileSync('git', ['for-each-ref'], { cwd: origin }))).toBe('');
  });
});

describe('site record of an older commit', () => {
  const REF = 'refs/gitcast/site/local';
  const commitOn = (origin: string): unknown =>
    (JSON.parse(String(execFileSync('git', ['show', `${REF}:site.json`], { cwd: origin }))) as { commit: unknown })
      .commit;

  it.each([
    ['a clone', []],
    ['a clone of depth 1', ['--depth=1']],
  ])('is refused in %s, names both commits, and is allowed by --allow-rollback', async (_, flags) => {
    const { origin, clone, first, second } = await recordedTwice();
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
    const { cwd, second } = await recordedTwice();
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
