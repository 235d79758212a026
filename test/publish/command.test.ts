import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderWith, gitcast } from '../cli/in-memory.ts';
import { filesBelow, writeOne } from './stage.ts';

const CONFIG = 'publish: { live: { to: folder, path: www } }\n';
const BROADCAST = 'name: Harbour festival\n';

describe('gitcast publish', () => {
  let help = '';
  beforeAll(async () => {
    help = (await gitcast('publish --help')).stdout;
  });

  it('shows its plan, asks, and publishes what the last build wrote', async () => {
    expect(help).toContain('--rollback');
    const cwd = folderWith({ 'gitcast.config.yaml': CONFIG, 'content/broadcast.yaml': BROADCAST });
    expect((await gitcast('publish --yes', { cwd })).stderr).toContain('there is no built site in dist/');
    await gitcast('build', { cwd });
    writeOne(join(cwd, 'dist/notes.txt'), 'mine');

    const dry = await gitcast('publish --dry-run', { cwd });
    expect([dry.exitCode, dry.stdout]).toEqual([0, expect.stringContaining('+ index.html\n')]);
    expect(dry.stdout).toContain(
      '1 file left out (not written by the build): notes.txt; --from dist publishes the whole folder',
    );
    const asked = await gitcast('publish', { cwd });
    expect([asked.exitCode, asked.stderr]).toEqual([
      1,
      expect.stringContaining('gitcast publish live --dry-run shows what it would do'),
    ]);
    expect(filesBelow(join(cwd, 'www'))).toEqual({});

    const { exitCode, stdout } = await gitcast('publish --yes', { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('shows release 1: ')]);
    const seen = filesBelow(join(cwd, 'www/current'));
    expect(seen['index.html']).toBe(readFileSync(join(cwd, 'dist/index.html'), 'utf8'));
    expect(seen).not.toHaveProperty('notes.txt');
    expect((await gitcast('publish --yes', { cwd })).stdout).toContain('live (www) is up to date');
  });

  it('refuses a folder that is not what the last build wrote', async () => {
    const cwd = folderWith({ 'gitcast.config.yaml': CONFIG, 'content/broadcast.yaml': BROADCAST });
    await gitcast('build', { cwd });
    rmSync(join(cwd, 'dist/404.html'));
    writeFileSync(join(cwd, 'dist/index.html'), 'edited');
    const { exitCode, stderr } = await gitcast('publish --yes', { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/dist\/ is not what the last build wrote: .*index\.html/),
    ]);
    expect(filesBelow(join(cwd, 'www'))).toEqual({});
  });

  it('leaves hidden files out of a folder that is named, and does not follow links out of it', async () => {
    const cwd = folderWith({
      'gitcast.config.yaml': CONFIG,
      'site/index.html': '<p>',
      'site/.env': 'KEY=1',
      'site/.git/config': '',
      'site/.well-known/security.txt': 'x',
    });
    const { stdout } = await gitcast('publish --from site --yes --json', { cwd });
    expect((JSON.parse(stdout) as { uploads: { path: string }[] }).uploads.map(({ path }) => path)).toEqual([
      '.well-known/security.txt',
      'index.html',
    ]);
  });

  it('refuses to replace a folder or a link that gitcast did not make', async () => {
    const cwd = folderWith({
      'gitcast.config.yaml': CONFIG,
      'site/index.html': '<p>',
      'www/current/index.html': 'theirs',
    });
    const { exitCode, stderr } = await gitcast('publish --from site --yes', { cwd });
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('www/current exists and is not a link that gitcast made'),
    ]);
    expect(filesBelow(join(cwd, 'www/current'))).toEqual({ 'index.html': 'theirs' });
  });

  it('asks which host if there are several, and suggests a name', async () => {
    const cwd = folderWith({
      'gitcast.config.yaml': 'publish: { live: { to: folder, path: a }, test: { to: folder, path: b } }',
      'site/index.html': '<p>',
    });
    expect((await gitcast('publish --from site', { cwd })).stderr).toContain(
      'there are several places to publish to: live, test',
    );
    expect((await gitcast('publish liev --from site', { cwd })).stderr).toContain('did you mean live?');
    expect((await gitcast('publish', { cwd: folderWith({ 'gitcast.config.yaml': '' }) })).stderr).toContain(
      'does not say where to publish',
    );
  });
});
