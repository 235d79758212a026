import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CONCERT, Festival, type Runner } from './festival.ts';
import { read, temporaryFolder, write } from './folders.ts';
import { expectDone, OnGitHub } from './on-github.ts';
import { git } from './run.ts';

it('a website that CI builds in a shallow clone shows what changed between tagged versions of the programme', async () => {
  const on = await OnGitHub.with(await Festival.open());
  const { author, origin } = on.festival;
  git(author, 'tag', 'programme/first');
  // Git knows the order of commits by their seconds.
  await wait(1100);
  on.festival.edit('main', (folder) =>
    write(
      folder,
      CONCERT,
      read(folder, CONCERT).replace('start_time: 2027-06-18T20:30', 'start_time: 2027-06-18T19:45'),
    ),
  );
  git(author, 'tag', 'programme/second');
  git(author, 'push', '--quiet', '--tags', 'origin');
  const temp = temporaryFolder();
  const runner: Runner = { cwd: join(temp, 'checkout'), temp };
  // As actions/checkout fetches: nothing but the commit, and no tag.
  git(temp, 'clone', '--quiet', '--depth', '1', '--no-tags', `file://${origin}`, runner.cwd);
  expectDone(await on.job('check', { runner }));
  expect(read(temp, 'site/program/changes/index.html')).toContain('19:45');
});

it('a job that cannot fetch the history warns of what its website lacks', async () => {
  const on = await OnGitHub.with(await Festival.open());
  on.festival.edit('main', (folder) => void write(folder, 'notes.txt', 'A second commit'));
  const runner = on.festival.checkout('main');
  git(runner.cwd, 'remote', 'set-url', 'origin', join(runner.temp, 'gone'));
  const { stderr } = expectDone(await on.job('check', { runner }));
  expect(stderr).toContain('::warning title=gitcast::The history of this branch could not be fetched');
});
