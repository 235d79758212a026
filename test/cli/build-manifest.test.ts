import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BuildManifest } from '../../src/publish/build-manifest.ts';
import { digestOf } from '../../src/values/site-file.ts';
import { copyOfMade } from '../git/copies.ts';
import { folderWith, gitcast, SOUND, textOf, writeInto } from './in-memory.ts';

const FILES = {
  ...SOUND,
  '.gitignore': '.gitcast/\ndist/\n*.json\n',
  'content/articles/later.md': '---\ntitle: Later\nstatus: published\npublished_at: 2027-01-05T08:00:00Z\n---\nSoon.\n',
};

const manifestIn = (cwd: string, name = 'site.json'): BuildManifest => JSON.parse(textOf(cwd, name)) as BuildManifest;

function commit(cwd: string): string {
  const git = (...words: readonly string[]): string => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim();
  if (!existsSync(join(cwd, '.git'))) git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'A change');
  return git('rev-parse', 'HEAD');
}

describe('build --manifest', () => {
  it('lists former paths and where they lead, with their files and without a page', async () => {
    const cwd = folderWith({
      ...FILES,
      'content/pages/bar.yaml': 'title: Bar\nstatus: published\n$aliases: [/drinks]\n',
    });
    await gitcast('build --manifest site.json --now 2027-01-01T00:00:00Z', { cwd });
    const { redirects, files, pages } = manifestIn(cwd);
    expect(redirects).toEqual({ '/drinks/': '/pages/bar/' });
    expect([Object.hasOwn(files, 'drinks/index.html'), Object.hasOwn(pages, 'drinks/index.html')]).toEqual([
      true,
      false,
    ]);
  });

  it('lists every file with its digest and every page with its title, and when the site changes', async () => {
    const cwd = folderWith(FILES);
    const head = commit(cwd);
    expect((await gitcast('build --manifest out/site.json', { cwd })).exitCode).toBe(0);
    const manifest = manifestIn(cwd, 'out/site.json');
    expect(manifest).toMatchObject({
      version: 1,
      commit: head,
      target: 'local',
      url: null,
      drafts: false,
      now: '2027-01-01T00:00:00Z',
      next_change: '2027-01-05T08:00:00Z',
    });
    expect(manifest.pages['places/main-stage/index.html']).toMatchObject({ title: 'Main stage' });
    for (const [path, { digest, bytes }] of Object.entries(manifest.files)) {
      const file = readFileSync(join(cwd, 'dist', path));
      expect([path, digestOf(file), file.length]).toEqual([path, digest, bytes]);
    }
  });

  it('is the same text for every build of a commit', async () => {
    const cwd = folderWith(FILES);
    commit(cwd);
    for (const [index, words] of ['--verbose', '--no-cache', '--out elsewhere'].entries()) {
      expect((await gitcast(`build --manifest ${index}.json ${words}`, { cwd, env: process.env })).exitCode).toBe(0);
    }
    expect(textOf(cwd, '1.json')).toBe(textOf(cwd, '0.json'));
    expect(textOf(cwd, '2.json')).toBe(textOf(cwd, '0.json'));
  });

  it('names no commit if the files differ from it', async () => {
    const cwd = folderWith(FILES);
    commit(cwd);
    writeFileSync(join(cwd, 'content/places/quay.yaml'), 'name: Quay\n');
    await gitcast('build --manifest site.json', { cwd });
    expect(manifestIn(cwd).commit).toBeNull();
  });

  it('names no commit if templates that the workspace shares differ from it', async () => {
    const shared = {
      'gitcast.workspace.yaml': 'broadcasts: [f/*]\nshared:\n  house: ["**"]\n',
      'house/templates/README.md': 'Ours',
    };
    const cwd = folderWith({ ...shared, '.gitignore': FILES['.gitignore'] });
    writeInto(join(cwd, 'f/lyon'), SOUND);
    const head = commit(cwd);
    const built = async (): Promise<string | null> => {
      await gitcast('build --manifest site.json', { cwd: join(cwd, 'f/lyon') });
      return manifestIn(join(cwd, 'f/lyon')).commit;
    };
    expect(await built()).toBe(head);
    writeInto(cwd, { 'house/templates/assets/extra.css': 'p {}\n' });
    expect(await built()).toBeNull();
  });

  it('is not written by a build that fails, nor over a file of the site', async () => {
    const cwd = folderWith(FILES);
    mkdirSync(join(cwd, 'templates/pages'), { recursive: true });
    writeFileSync(join(cwd, 'templates/pages/place.eta'), '<%= it.nothing.at.all %>');
    expect((await gitcast('build --manifest site.json', { cwd })).exitCode).toBe(1);
    expect(existsSync(join(cwd, 'site.json'))).toBe(false);
    const sound = folderWith(FILES);
    const { exitCode, stderr } = await gitcast('build --manifest dist/index.html', { cwd: sound });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('that is a file of the site')]);
    expect(textOf(sound, 'dist/index.html')).toContain('<!DOCTYPE html>');
  });
});

describe('build --if-changed', () => {
  async function published(): Promise<string> {
    const cwd = folderWith();
    await copyOfMade('a site that was built with a manifest', cwd, async (folder) => {
      writeInto(folder, FILES);
      commit(folder);
      expect((await gitcast('build --manifest site.json', { cwd: folder })).exitCode).toBe(0);
    });
    return cwd;
  }

  it('builds nothing before the site changes by itself, and everything from then on', async () => {
    const cwd = await published();
    mkdirSync(join(cwd, 'again'));
    const before = await gitcast('build --if-changed site.json --out again --now 2027-01-05T07:59:59Z', { cwd });
    expect([before.exitCode, before.stdout]).toEqual([
      0,
      '✓ unchanged until 2027-01-05T08:00:00Z; nothing was built\n',
    ]);
    expect(existsSync(join(cwd, 'again/index.html'))).toBe(false);
    const after = await gitcast('build --if-changed site.json --out again --now 2027-01-05T08:00:00Z', { cwd });
    expect(after.stdout).toContain('built, because it changes at 2027-01-05T08:00:00Z by itself\n');
    expect(existsSync(join(cwd, 'again/articles/later/index.html'))).toBe(true);
  });

  it('answers as JSON for a scheduled job', async () => {
    const cwd = await published();
    const { stdout } = await gitcast('build --if-changed site.json --json', { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ unchanged: true, until: '2027-01-05T08:00:00Z' });
  });

  it.each([
    [
      'the commit changed',
      '',
      (cwd: string) => void (writeFileSync(join(cwd, 'content/places/b.yaml'), 'name: B\n'), commit(cwd)),
    ],
    [
      'the files are not committed',
      '',
      (cwd: string) => writeFileSync(join(cwd, 'content/places/b.yaml'), 'name: B\n'),
    ],
    ['there is no folder dist', '', (cwd: string) => rmSync(join(cwd, 'dist'), { recursive: true })],
    ['the choice of drafts changed from false to true', ' --drafts', () => {}],
    ['there is no file site.json', '', (cwd: string) => writeFileSync(join(cwd, 'other.json'), ''), 'none'],
  ])('builds when in doubt: %s', async (reason, flags, change, name = 'site.json') => {
    const cwd = await published();
    change(cwd);
    const { exitCode, stdout } = await gitcast(`build --if-changed ${name}${flags}`, { cwd });
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining(`built, because ${reason.replace('site.json', name)}`),
    ]);
  });

  it('reads the manifest of the published site from its address', async () => {
    const cwd = await published();
    const server = createServer((request, response) =>
      request.url === '/site.json' ? response.end(textOf(cwd, 'site.json')) : response.writeHead(404).end(),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // What is published is what counts: a scheduled job has no output folder.
    rmSync(join(cwd, 'dist'), { recursive: true });
    expect((await gitcast(`build --if-changed ${url}/site.json`, { cwd })).stdout).toContain('unchanged until');
    expect((await gitcast(`build --if-changed ${url}/none.json`, { cwd })).stdout).toContain('there is no manifest at');
  });
});

describe('build --all', () => {
  it('succeeds without a website if the broadcast is not for the web, and still fails on errors', async () => {
    const cwd = folderWith({ ...FILES, 'content/broadcast.yaml': 'name: Harbour festival\nisWeb: false\n' });
    expect((await gitcast('build', { cwd })).exitCode).toBe(1);
    const { exitCode, stdout } = await gitcast('build --all', { cwd });
    expect([exitCode, stdout]).toEqual([0, '✓ 1 broadcast: 1 unchanged\n']);
    expect(existsSync(join(cwd, 'dist'))).toBe(false);
    const { stdout: json } = await gitcast('build --all --json', { cwd });
    expect(JSON.parse(json)).toMatchObject({ broadcasts: [{ published: false, skipped: true }] });
    writeFileSync(join(cwd, 'content/places/quay.yaml'), 'nmae: Quay\n');
    expect((await gitcast('build --all', { cwd })).exitCode).toBe(1);
  });
});
