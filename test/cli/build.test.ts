import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, gitcast, SOUND } from './in-memory.ts';

describe('build with an image that is not there', () => {
  const files = {
    'gitcast.config.yaml': 'site: { url: "https://harbour.example", timezone: Europe/Paris, locales: [fr] }\n',
    'content/broadcast.yaml': 'name: Harbour festival\n',
    'content/hosts/a.yaml': 'title: A\nstatus: published\nmedia: media/bridg.svg\n',
    'content/articles/b.md': '---\ntitle: B\nstatus: published\n---\n![A bridge](media/gone.png)\n',
    'content/places/quay.yaml': 'name: Quay\n',
    'content/media/bridge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"></svg>',
  };

  test('names the image, file and line, and writes nothing', async () => {
    const cwd = folderWith(files);
    const { exitCode, stdout, stderr } = await gitcast('build', { cwd });
    expect(exitCode).toBe(1);
    const said = stdout + stderr;
    expect(said).toContain('there is no file media/bridg.svg\n --> content/hosts/a.yaml:3:8');
    expect(said).toContain('did you mean media/bridge.svg?');
    expect(said).toContain('there is no file media/gone.png\n --> content/articles/b.md:5');
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
  });

  test('builds all the rest when it is told to', async () => {
    const cwd = folderWith(files);
    await gitcast('build --force', { cwd });
    expect(readFileSync(join(cwd, 'dist/places/quay/index.html'), 'utf8')).toContain('<h1>Quay</h1>');
    expect(existsSync(join(cwd, 'dist/hosts/a/index.html'))).toBe(false);
  });
});

describe('the folder of the site', () => {
  const files = {
    ...SOUND,
    'content.staging/places/main-stage.yaml': 'name: Stage\n',
    'content/media/bridge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"></svg>',
  };

  test.each([
    ['content', 'content'],
    ['content/site', 'content'],
    ['.', 'content'],
    ['..', 'content'],
    ['linked/site', 'content'],
    ['content.staging', 'content.staging'],
    ['templates/site', 'templates'],
    ['.git', '.git'],
    ['.gitcast/build', '.gitcast'],
  ])('is never one with files that it is made from: --out %s', async (out, own) => {
    const cwd = folderWith(files);
    symlinkSync('content', join(cwd, 'linked'));
    const before = readdirSync(cwd, { recursive: true });
    const { exitCode, stderr } = await gitcast(`build --out ${out}`, { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/the site cannot be written to .*: that (?:holds|lies in) /);
    expect(stderr).toContain(`${own}\n`);
    expect(stderr).toContain('name a folder of its own with --out');
    expect(readdirSync(cwd, { recursive: true })).toEqual(before);
  });

  test('may be anywhere else', async () => {
    const cwd = folderWith(files);
    expect(await gitcast('build --out content-site', { cwd })).toMatchObject({ exitCode: 0 });
  });

  test('may hold files of others: of one that a page replaces there is a copy, and it is said', async () => {
    const cwd = folderWith({ ...files, 'dist/index.html': 'by hand', 'dist/CNAME': 'harbour.example' });
    const { exitCode, stdout } = await gitcast('build', { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      '1 file that gitcast had not written was replaced, with a copy in .gitcast/trash/site/: index.html',
    );
    expect(readFileSync(join(cwd, 'dist/CNAME'), 'utf8')).toBe('harbour.example');
    const [copy] = readdirSync(join(cwd, '.gitcast/trash/site'));
    expect(readFileSync(join(cwd, '.gitcast/trash/site', copy!), 'utf8')).toBe('by hand');
    expect((await gitcast('build', { cwd })).stdout).not.toContain('replaced');
  });

  test.skipIf(!existsSync('/proc/self'))('that the system refuses is said in a sentence', async () => {
    const cwd = folderWith(files);
    const { exitCode, stderr } = await gitcast('build --out /proc/gitcast', { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/cannot write \/proc\/gitcast\/\S+: there is no such file or folder/);
  });
});
