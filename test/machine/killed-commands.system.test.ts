import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeBackUnfinished } from '../../src/machine/unfinished.ts';
import { gitcast, writeInto } from '../cli/in-memory.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { countMoments, killAt } from './kill.ts';

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

/** The local service has both articles, and nothing says so any more. */
async function forget(cwd: string): Promise<void> {
  expect(await gitcast('sync --target local --yes', { cwd })).toMatchObject({ exitCode: 0 });
  for (const path of ['.gitcast/service-state', 'content/articles', 'content.local'])
    rmSync(join(cwd, path), { recursive: true });
}

/** All files but those of git and of a service, and of `.gitcast/` only what an import commits. */
const contents = (cwd: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(cwd, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(cwd.length + 1))
      .filter(
        (path) => !path.startsWith('.git/') && !/^\.gitcast\/(?!state\/import\.[^/]+\.(?:json|media)$)/.test(path),
      )
      .map((path) => [path, readFileSync(join(cwd, path), 'utf8')] as const)
      .toSorted(),
  );

const MOST_MOMENTS = 7;

/** The first, the last, and some between them. */
function someOf(count: number): ReadonlySet<number> {
  const number = Math.min(count, MOST_MOMENTS);
  return new Set(Array.from({ length: number }, (_, index) => 1 + Math.round((index * (count - 1)) / (number - 1))));
}

describe('files are changed all or none, whenever it is killed, by', () => {
  it.each([
    ['mv places/quay places/dock', SITE],
    ['mv articles/2026/ articles/archive', SITE],
    ['rm articles/2026/b --force --yes --redirect-to articles/2026/a', SITE],
    ['import pages', { ...SITE, ...PAGES }],
    ['pull --target local', SITE, forget],
    ['init --empty --name Harbour --ci github', {}],
    ['init --from pages --name Harbour --ci none', PAGES],
    ['theme eject pages/event', SITE],
    ['schema', SITE],
  ])('%s', { timeout: 240_000 }, async (command, files, prepare?: (cwd: string) => Promise<void>) => {
    const words = command.split(' ');
    const start = temporaryFolder();
    writeInto(start, files);
    await prepare?.(start);
    const copy = (): string => {
      const cwd = temporaryFolder();
      cpSync(start, cwd, { recursive: true });
      return cwd;
    };
    const [before, whole] = [contents(start), copy()];
    const count = countMoments(whole, words);
    const after = contents(whole);
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (path) => before[path] !== after[path],
    );
    expect(changed).not.toEqual([]);
    const outcomes = new Set<string>();
    for (const moment of someOf(count)) {
      const cwd = copy();
      killAt(moment, cwd, words);
      const isTakenBack = command.startsWith('init')
        ? takeBackUnfinished(cwd) > 0
        : (await gitcast('validate', { cwd })).stderr.includes('was interrupted while it wrote files');
      const isDone = JSON.stringify(contents(cwd)) === JSON.stringify(after);
      expect(contents(cwd), `killed at ${moment}`).toEqual(isDone ? after : before);
      if (!isDone) expect(await gitcast(words, { cwd })).toMatchObject({ exitCode: 0 });
      expect(contents(cwd), `killed at ${moment}, and run again`).toEqual(after);
      outcomes.add(isDone ? 'done' : isTakenBack ? 'taken back' : 'not begun');
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(changed.length === 1 ? ['done'] : ['taken back', 'done']));
  });
});
