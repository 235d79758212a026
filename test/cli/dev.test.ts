import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Environment } from '../../src/cli/context.ts';
import { run } from '../../src/cli/main.ts';
import { GitRepository } from '../git/repository.ts';
import { someEvents } from '../sync/fixture.ts';
import { openGitStage } from '../sync/git-stage.ts';
import { folderWith, SOUND, textOf } from './in-memory.ts';

const REMOTE =
  'targets:\n  live: { baseUrl: "https://service.example", userId: "64b7c0ffee64b7c0ffee0001", broadcastId: "64b7c0ffee64b7c0ffee0002", key: { $env: KEY } }\n';

interface Started {
  readonly page: (path: string) => Promise<string>;
  /** Everything it printed to standard error. */
  readonly said: () => string;
  readonly stop: () => Promise<number>;
}

async function start(
  cwd: string,
  words: readonly string[],
  ask: () => Promise<string> = async () => '',
  env: Environment = { KEY: 'k' },
): Promise<Started> {
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let shown = (_: string): void => {};
  const url = new Promise<string>((resolve) => (shown = resolve));
  let said = '';
  const ended = run(['dev', '--port', '0', ...words], {
    cwd,
    env: { ...process.env, ...env },
    stdout: { write: (text) => shown(/http:\/\/[\d.:]+\//.exec(text)?.[0] ?? text) },
    stderr: { write: (text) => void (said += text) },
    now: () => new Date('2027-01-01T00:00:00Z'),
    untilStopped: () => stopped,
    readInput: async () => new Uint8Array(),
    ask,
  });
  const root = await url;
  return {
    page: async (path) => (await fetch(new URL(path, root))).text(),
    said: () => said,
    stop() {
      stop();
      return ended;
    },
  };
}

const OPENING = 'content/events/opening-night.yaml';
const OPENING_RENAMED = 'texts/events/opening-night.yaml';
const TEXTS_CONFIG = `${SOUND['gitcast.config.yaml']}content: texts\n`;
const openingNamed = (title: string): string => SOUND[OPENING].replace('Opening night', title);

describe('dev', () => {
  it('shows an edit that is made while it starts, after the files were read', async () => {
    const cwd = folderWith({ ...SOUND, 'gitcast.config.yaml': `${SOUND['gitcast.config.yaml']}${REMOTE}` });
    // It asks before it pushes, once the content is read.
    const dev = await start(cwd, ['--target', 'live'], async () => {
      writeFileSync(join(cwd, 'content/places/main-stage.yaml'), 'name: River stage\n');
      return 'n';
    });
    await expect.poll(() => dev.page('places/main-stage/')).toContain('River stage');
    expect(await dev.stop()).toBe(0);
  });

  it('follows a content folder that the configuration names while it runs', async () => {
    const cwd = folderWith({ ...SOUND, 'next/broadcast.yaml': 'name: Next year\n' });
    const dev = await start(cwd, ['--no-sync']);
    writeFileSync(join(cwd, 'gitcast.config.yaml'), `${SOUND['gitcast.config.yaml']}content: next\n`);
    await expect.poll(() => dev.page('')).toContain('Next year');
    writeFileSync(join(cwd, 'next/broadcast.yaml'), 'name: The year after\n');
    await expect.poll(() => dev.page('')).toContain('The year after');
    expect(await dev.stop()).toBe(0);
  });

  it('follows a checkout of a branch on which the content folder has another name', async () => {
    const repository = new GitRepository(folderWith({ ...SOUND, '.gitignore': '.gitcast/\n' }));
    repository.git('init', '-q');
    repository.commit({});
    repository.git('switch', '-qc', 'renamed');
    repository.git('mv', 'content', 'texts');
    repository.commit({ 'gitcast.config.yaml': TEXTS_CONFIG, [OPENING_RENAMED]: openingNamed('First night') });
    repository.git('switch', '-q', 'main');
    const dev = await start(repository.folder, ['--no-sync']);
    const page = (): Promise<string> => dev.page('events/opening-night/');
    expect(await page()).toContain('Opening night');
    repository.git('switch', '-q', 'renamed');
    await expect.poll(page).toContain('First night');
    expect(await dev.page('events/opening-night/calendar.ics')).toContain('SEQUENCE');
    repository.git('switch', '-q', 'main');
    await expect.poll(page).toContain('Opening night');
    expect(await dev.stop()).toBe(0);
  });

  it('follows a content folder that is renamed before the configuration names it', async () => {
    const cwd = folderWith(SOUND);
    const dev = await start(cwd, ['--no-sync']);
    const page = (): Promise<string> => dev.page('events/opening-night/');
    renameSync(join(cwd, 'content'), join(cwd, 'texts'));
    await expect.poll(dev.said).toContain('content/ is missing');
    writeFileSync(join(cwd, OPENING_RENAMED), openingNamed('First night'));
    expect(await page()).toContain('Opening night');
    writeFileSync(join(cwd, 'gitcast.config.yaml'), TEXTS_CONFIG);
    await expect.poll(page).toContain('First night');
    writeFileSync(join(cwd, OPENING_RENAMED), openingNamed('Second night'));
    await expect.poll(page).toContain('Second night');
    expect(await dev.stop()).toBe(0);
  });

  it.each([
    ['missing', (): void => {}],
    ['empty', (folder: string): unknown => mkdirSync(join(folder, 'places'), { recursive: true })],
  ])('waits for a content folder that the configuration names while it is %s, and deletes nothing', async (_, make) => {
    const cwd = folderWith(SOUND);
    const dev = await start(cwd, []);
    const page = (): Promise<string> => dev.page('events/opening-night/');
    await expect.poll(dev.said).toContain('create events/opening-night');
    make(join(cwd, 'texts'));
    writeFileSync(join(cwd, 'gitcast.config.yaml'), TEXTS_CONFIG);
    await expect.poll(dev.said).toContain('texts/ is missing or empty');
    expect(await page()).toContain('Opening night');
    rmSync(join(cwd, 'texts'), { recursive: true, force: true });
    renameSync(join(cwd, 'content'), join(cwd, 'texts'));
    writeFileSync(join(cwd, OPENING_RENAMED), openingNamed('First night'));
    await expect.poll(page).toContain('First night');
    await expect.poll(dev.said).toContain('update events/opening-night');
    writeFileSync(join(cwd, OPENING_RENAMED), openingNamed('Second night'));
    await expect.poll(page).toContain('Second night');
    expect(await dev.stop()).toBe(0);
    expect(dev.said()).not.toMatch(/delete|could not process/);
  });

  it('pushes a document that is renamed in a renamed content folder as moved', async () => {
    const { stage } = await openGitStage(someEvents(2));
    expect((await stage.sync()).exitCode).toBe(0);
    const repository = new GitRepository(stage.folder);
    const dev = await start(stage.folder, ['--yes'], undefined, stage.env);
    repository.git('mv', 'content', 'texts');
    const config = textOf(stage.folder, 'gitcast.config.yaml').replace(/^content:.*\n/m, '');
    repository.commit({ 'gitcast.config.yaml': `content: texts\n${config}` });
    await expect.poll(dev.said).toContain('reloaded');
    const [file] = repository.git('ls-files', 'texts/events').split('\n');
    repository.git('mv', file!, 'texts/events/renamed.yaml');
    await expect.poll(dev.said).toContain('move events/renamed');
    expect(await dev.stop()).toBe(0);
  });

  it('shows commits that are made while it runs: when a document changed, and what changed in the programme', async () => {
    const repository = new GitRepository(folderWith({ ...SOUND, '.gitignore': '.gitcast/\n' }));
    repository.git('init', '-q');
    const dev = await start(repository.folder, ['--no-sync']);
    const calendar = (): Promise<string> => dev.page('events/opening-night/calendar.ics');
    expect(await calendar()).not.toContain('SEQUENCE');
    onTestFinished(() => void vi.unstubAllEnvs());
    const commitOn = (day: string, files: Readonly<Record<string, string>>): void => {
      vi.stubEnv('GIT_COMMITTER_DATE', `${day}T12:00:00Z`);
      repository.commit(files);
    };
    commitOn('2026-12-01', {});
    await expect.poll(calendar).toContain('SEQUENCE:0');
    const opening = 'content/events/opening-night.yaml';
    commitOn('2026-12-02', { [opening]: SOUND[opening].replace('T20:30', 'T21:00') });
    await expect.poll(calendar).toContain('SEQUENCE:1');
    await expect.poll(() => dev.page('program/changes/')).toContain('Opening night');
    expect(await dev.stop()).toBe(0);
  });
});
