/** A site goes forward only, by the rule of a sync: `test/sync/forward.test.ts`. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PublishReport } from '../../src/project/index.ts';
import { gitcast } from '../cli/in-memory.ts';
import { commitFile, git, newRemote } from '../state/clones.ts';
import { temporary, writeSite } from './stage.ts';

/** Two merges, each published from its own commit. The branch `older` is at the first one. */
async function twoReleases() {
  const www = temporary();
  const { folder: remote, clone } = newRemote();
  const author = clone();
  const publish = (cwd: string, text: string, words = '--yes') => {
    writeSite(join(cwd, 'site'), { 'index.html': text });
    return gitcast(`publish --from site ${words}`, { cwd });
  };
  const merge = (path: string, text: string): string => {
    const commit = commitFile(author, path, text);
    git(author, 'push', '-q', 'origin', 'HEAD:main');
    return commit;
  };
  commitFile(author, '.gitignore', 'site/\n');
  const first = merge('gitcast.config.yaml', `publish: { live: { to: folder, path: ${www} } }\n`);
  git(author, 'push', '-q', 'origin', 'HEAD:older');
  expect((await publish(author, 'first')).exitCode).toBe(0);
  const second = merge('content/places/quay.yaml', 'name: The quay\n');
  expect((await publish(author, 'second')).exitCode).toBe(0);
  const shown = (): string => readFileSync(join(www, 'current/index.html'), 'utf8');
  return { remote, author, clone, publish, merge, first, second, shown };
}

describe('gitcast publish from a commit', () => {
  it.each([
    ['a clone that is behind', []],
    ['an older CI job that is run again, with a clone of depth 1', ['--depth=1']],
  ])('refuses to replace a newer site from %s, and names both commits and the flag', async (_, flags) => {
    const { clone, publish, first, second, shown } = await twoReleases();
    const runner = clone('-b', 'older', ...flags);
    const reason = `live shows the site of ${second.slice(0, 10)} (published on 2027-01-01 at 00:00 UTC), and this checkout (${first.slice(0, 10)}) is 1 commit behind it: publishing would revert what changed there`;
    const { exitCode, stderr } = await publish(runner, 'first');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(reason)]);
    expect(stderr).toContain(
      'run `git pull`; in CI, run the job of the newest commit; if this is intended, add --allow-rollback',
    );
    const dry = await publish(runner, 'first', '--dry-run');
    expect([dry.exitCode, dry.stdout]).toEqual([1, expect.stringContaining(`refused: ${reason}`)]);
    const { refusals } = JSON.parse((await publish(runner, 'first', '--dry-run --json')).stdout) as PublishReport;
    expect(refusals).toEqual([{ reason, remedy: expect.any(String), allows: { allowRollback: true } }]);
    expect(shown()).toBe('second');
  });

  it('goes back with --allow-rollback, and forward again from the newest commit', async () => {
    const { author, clone, publish, shown } = await twoReleases();
    const allowed = await publish(clone('-b', 'older'), 'first', '--yes --allow-rollback');
    expect([allowed.exitCode, allowed.stdout]).toEqual([0, expect.stringContaining('(allowed for this run)')]);
    expect(shown()).toBe('first');
    expect((await publish(author, 'second')).exitCode).toBe(0);
    expect(shown()).toBe('second');
  });

  it('names every option that a release needs', async () => {
    const { author, clone, publish, shown } = await twoReleases();
    const pages = Object.fromEntries(['a', 'b'].map((name) => [`events/${name}/index.html`, name]));
    writeSite(join(author, 'site'), { 'index.html': 'second', ...pages });
    expect((await gitcast('publish --from site --yes', { cwd: author })).exitCode).toBe(0);
    const runner = clone('-b', 'older');
    const { stderr } = await publish(runner, 'first');
    expect(stderr).toContain('if this is intended, add --allow-empty events and --allow-rollback');
    expect((await publish(runner, 'first', '--yes --allow-empty events --allow-rollback')).exitCode).toBe(0);
    expect(shown()).toBe('first');
  });

  it('is about commits and not about releases: --rollback needs no permission', async () => {
    const { author, publish, shown } = await twoReleases();
    expect((await gitcast('publish --rollback --yes', { cwd: author })).exitCode).toBe(0);
    expect(shown()).toBe('first');
    expect((await publish(author, 'second')).exitCode).toBe(0);
    expect(shown()).toBe('second');
    const { stdout: help } = await gitcast('publish --help');
    expect(help.replaceAll(/\s+/g, ' ')).toContain(
      '--allow-rollback Publish a checkout that is behind the published commit; for the release before, use --rollback',
    );
  });

  it('accepts the same commit, an older one with the same sources, and uncommitted changes', async () => {
    const { author, clone, publish, merge, shown } = await twoReleases();
    expect((await publish(author, 'second, later')).exitCode).toBe(0);
    git(author, 'push', '-q', 'origin', 'HEAD:before-the-readme');
    merge('README.md', 'The festival\n');
    expect((await publish(author, 'third')).exitCode).toBe(0);
    expect((await publish(clone('-b', 'before-the-readme'), 'second, again')).exitCode).toBe(0);
    appendFileSync(join(author, 'content/broadcast.yaml'), 'city: Lyon\n');
    expect((await publish(author, 'a draft')).exitCode).toBe(0);
    expect(shown()).toBe('a draft');
  });

  it('refuses a branch that lacks the published commit, unless several branches may publish there', async () => {
    const { clone, publish, second, shown } = await twoReleases();
    const branch = clone('-b', 'older');
    commitFile(branch, 'content/places/pier.yaml', 'name: The pier\n');
    const { exitCode, stderr } = await publish(branch, 'branch');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('lacks 1 commit of it')]);
    expect(stderr).toContain(
      `\`git merge ${second.slice(0, 10)}\`; where several branches share \`publish.live\`, set \`history: any\``,
    );
    const config = join(branch, 'gitcast.config.yaml');
    commitFile(
      branch,
      'gitcast.config.yaml',
      readFileSync(config, 'utf8').replace('to: folder', 'to: folder, history: any'),
    );
    expect((await publish(branch, 'branch')).exitCode).toBe(0);
    expect(shown()).toBe('branch');
  });

  it('refuses if nobody has the published commit any more, and does not ask about it if no file moves', async () => {
    const { remote, author, publish, second, shown } = await twoReleases();
    git(author, 'reset', '-q', '--hard', 'HEAD~1');
    git(author, 'push', '-qf', 'origin', 'HEAD:main');
    for (const folder of [author, remote]) {
      git(folder, 'reflog', 'expire', '--expire=now', '--all');
      git(folder, 'gc', '-q', '--prune=now');
    }
    expect((await publish(author, 'second')).stdout).toContain('is up to date');
    const { exitCode, stderr } = await publish(author, 'first');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(`the site of ${second.slice(0, 10)} .*neither this clone nor a remote has any more`),
      ),
    ]);
    expect(stderr).toContain('help: look at gitcast publish --dry-run; if this is intended, add --allow-rollback');
    expect(shown()).toBe('second');
  });
});
