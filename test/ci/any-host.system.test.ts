import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Festival, runJob, type RanJob, type Runner } from './festival.ts';
import { read, write } from './folders.ts';
import { git } from './run.ts';

describe('the jobs on any other host', () => {
  it('check, deploy and pull with only git and a key, and commit the state if that is a file', async () => {
    const festival = await Festival.open({ state: 'file' });
    const { author, origin } = festival;
    const job = (runner: Runner, name: string, env = {}): Promise<RanJob> =>
      runJob(runner, name, { ...festival.keys, ...env });
    const first = festival.checkout('main');
    expect((await job(first, 'pull-request')).exitCode).toBe(0);
    expect(read(first.cwd, '.gitcast/ci/plan.md')).toMatch(/^### gitcast plan for `production`\n/);
    // A job that runs the code of a change must not see a token that can write.
    expect(await job(first, 'pull-request', { GITCAST_TOKEN: 'glpat' })).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining('make the variable protected'),
    });
    expect((await job(first, 'merge')).exitCode).toBe(0);
    expect(existsSync(join(first.cwd, 'dist/index.html'))).toBe(true);
    expect(await festival.titles()).toEqual(['Opening concert', 'Sunday brunch']);

    // A push in between must not lose the state of a run.
    await festival.call('POST', '/places', { name: 'Orchard gate' });
    git(author, 'pull', '--quiet');
    write(author, 'content/places/pond.yaml', 'name: The pond\n');
    festival.push('A pond');
    const late = festival.checkout('main');
    write(author, 'notes.txt', 'meanwhile');
    festival.push('Meanwhile');
    const synced = await job(late, 'sync');
    expect([synced.exitCode, synced.stderr]).toEqual([
      0,
      expect.stringContaining('Somebody else pushed to main first'),
    ]);
    expect(git(origin, 'show', 'main:.gitcast/state/production.json')).toContain('places/pond');
    expect(git(origin, 'show', 'main:notes.txt')).toBe('meanwhile');

    expect(await job(festival.checkout('main'), 'nightly')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('edits are on the branch gitcast/drift-production'),
    });
    expect(git(origin, 'ls-tree', '-r', '--name-only', 'gitcast/drift-production', 'content/places')).toContain(
      'orchard-gate.yaml',
    );
  });

  it('sync nowhere until there is a target, and nowhere else than to the one that is named', async () => {
    const festival = await Festival.open({ isWeb: false });
    const { cwd, temp } = festival.checkout('main');
    const job = (name: string, env = {}): Promise<RanJob> => runJob({ cwd, temp }, name, { ...festival.keys, ...env });
    expect(await job('sync', { GITCAST_TARGET: 'prodution' })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/prodution[^]*production/),
    });
    expect(await job('sync', { GITCAST_REVIEWED: '7,abc' })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/GITCAST_REVIEWED is 7,abc, [^]*such as 7,12, or none, or off/),
    });
    git(cwd, 'checkout', '--quiet', '--detach');
    expect(await job('nightly')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('set GITCAST_BRANCH to the branch that merges go to'),
    });
    write(cwd, 'gitcast.config.yaml', 'site: { url: "https://orchard.example", timezone: Europe/Paris }\n');
    for (const name of ['pull-request', 'check', 'sync', 'merge', 'nightly']) {
      const { exitCode, stderr } = await job(name);
      expect([name, exitCode, stderr]).toEqual([name, 0, expect.stringContaining('CI has no target yet')]);
    }
    expect(read(cwd, '.gitcast/ci/plan.md')).toContain(
      'The content is valid. CI has no target to compare it with yet.',
    );
    expect(await festival.titles()).toEqual([]);
  });
});
