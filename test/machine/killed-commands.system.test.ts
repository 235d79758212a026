import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeBackUnfinished } from '../../src/machine/unfinished.ts';
import { gitcast, writeInto } from '../cli/in-memory.ts';
import { LAUNCHER } from '../e2e/program.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { killedAtEveryMoment, restore } from './kill.ts';

const SITE = {
  'gitcast.config.yaml': 'site: { timezone: Europe/Paris }\n',
  'content/broadcast.yaml': 'name: Harbour\n',
  'content/places/quay.yaml': 'name: Quay\n',
  'content.local/places/quay.yaml': 'name: The quay\n$aliases: [places/old]\n',
  'content/articles/2026/a.md': '---\ntitle: A\nstatus: published\n---\n[Quay](../../places/quay.yaml)\n',
  'content/articles/2026/b.md': '---\ntitle: B\nstatus: published\n---\nText\n',
  'content.local/articles/2026/b.md': '---\nstatus: draft\n---\n',
};

const PAGES = {
  'pages/a.md': '# A\n\n![A](a.svg)\n',
  'pages/b.md': '# B\n',
  'pages/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const FESTIVAL = {
  'festival/gitcast.config.yaml': SITE['gitcast.config.yaml'],
  'festival/content/broadcast.yaml': 'name: Harbour\n',
};

/** With an import that is in the configuration, and committed. */
const IMPORTED = { ...SITE, ...PAGES, 'gitcast.config.yaml': 'imports: { pages: { source: pages } }\n' };

async function commitAll(cwd: string): Promise<void> {
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '.'],
    [...author, 'commit', '-qm', 'content'],
  ])
    execFileSync('git', words, { cwd });
}

/** The local service has both articles, and nothing says so any more. */
async function forget(cwd: string): Promise<void> {
  expect(await gitcast('sync --target local --yes', { cwd })).toMatchObject({ exitCode: 0 });
  for (const path of ['.gitcast/service-state', 'content/articles', 'content.local'])
    rmSync(join(cwd, path), { recursive: true });
}

/** The branch of an import, and all folders and files but those of git and gitcast, except what an import commits. */
const contents = (cwd: string): Readonly<Record<string, string>> => ({
  ...(existsSync(join(cwd, '.git/refs/heads/news')) && {
    news: execFileSync('git', ['ls-tree', '-r', 'news'], { cwd, encoding: 'utf8' }),
  }),
  ...Object.fromEntries(
    readdirSync(cwd, { recursive: true, encoding: 'utf8' })
      .filter((path) => !/^\.git(?:cast)?(?!\/state\/import\.[^/]+\.(?:json|media)$)(?:\/|$)/.test(path))
      .map((path) => [path, statSync(join(cwd, path)).isFile() ? readFileSync(join(cwd, path), 'utf8') : '/'])
      .toSorted(),
  ),
});

/** A killed command may leave an empty folder if it had noted no steps, or if all of them were done. */
const filesOf = (all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).filter(([, text]) => text !== '/'));

describe('files are changed all or none, whenever it is killed, by', () => {
  it.each([
    ['mv places/quay places/dock', SITE],
    ['mv articles/2026/ articles/archive', SITE],
    ['rm articles/2026/b --force --yes --redirect-to articles/2026/a', SITE],
    ['import pages', { ...SITE, ...PAGES }],
    ['import pages --branch news', IMPORTED, commitAll],
    ['pull --target local', SITE, forget],
    ['init --empty --name Harbour --ci github', {}],
    ['init beside --empty --ci github', FESTIVAL, commitAll],
    ['init --from pages --name Harbour --ci none', PAGES],
    ['theme eject pages/event', SITE],
    ['schema', SITE],
  ])('%s', async (command, files, prepare?: (cwd: string) => Promise<void>) => {
    const place = temporaryFolder();
    const cwd = join(place, 'project');
    writeInto(cwd, { 'README.md': 'Harbour\n', ...files });
    await prepare?.(cwd);
    const before = contents(cwd);
    const copies = killedAtEveryMoment(place, cwd, [LAUNCHER, ...command.split(' ')]);
    const after = filesOf(contents(cwd));
    expect(after).not.toEqual(before);
    const outcomes = new Map<string, string>();
    for (const copy of copies) {
      restore(copy, place);
      const isTakenBack = takeBackUnfinished(cwd) > 0;
      const now = contents(cwd);
      const isDone = JSON.stringify(filesOf(now)) === JSON.stringify(after);
      if (isTakenBack) expect(now, copy).toEqual(before);
      if (!isDone) expect(filesOf(now), copy).toEqual(filesOf(before));
      outcomes.set(isDone ? 'done' : isTakenBack ? 'taken back' : 'not begun', copy);
    }
    expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['not begun', 'done']));
    for (const [outcome, copy] of outcomes) {
      restore(copy, place);
      if (outcome === 'taken back' && !command.startsWith('init'))
        expect((await gitcast('validate', { cwd })).stderr).toContain('was interrupted while it wrote files');
      if (outcome !== 'done') expect(await gitcast(command, { cwd })).toMatchObject({ exitCode: 0 });
      expect(filesOf(contents(cwd)), `${outcome}, and run again`).toEqual(after);
    }
  });
});
