import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LAUNCHER } from '../../e2e/program.ts';
import { NODE } from '../../programs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const NUMBER = 400;
const WITHOUT_CONTROL = process.platform === 'win32';

function largeProject(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'content/articles/2026'), { recursive: true });
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'content/broadcast.yaml'), 'name: Harbour\n');
  writeFileSync(join(folder, 'gitcast.config.yaml'), '');
  for (let index = 0; index < NUMBER; index++)
    writeFileSync(join(folder, `content/articles/2026/a${index}.md`), `---\ntitle: A ${index}\n---\nText\n`);
  return folder;
}

/** Every file of articles, as `path: aliased` or `path: plain`. */
const articles = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'content/articles'), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const isAliased = readFileSync(join(parentPath, name), 'utf8').includes('$aliases');
      const extension = name.slice(name.lastIndexOf('.'));
      return `${parentPath.slice(folder.length + 1)} ${extension} ${isAliased ? 'aliased' : 'plain'}`;
    });

it.skipIf(WITHOUT_CONTROL).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a move that gets %s while it writes is completed',
  async (signal) => {
    const folder = largeProject();
    const program = spawn(NODE, [LAUNCHER, 'mv', 'articles/2026/', 'articles/archive'], {
      cwd: folder,
      stdio: 'ignore',
    });
    const ended = once(program, 'exit');
    const hasBegun = (): boolean => {
      const unfinished = join(folder, '.git/gitcast/unfinished');
      return existsSync(unfinished) && readdirSync(unfinished).length > 0;
    };
    while (program.exitCode === null && !hasBegun()) await setTimeout(2);
    expect(program.kill(signal)).toBe(true);
    expect(await ended).toEqual([0, null]);
    expect(new Set(articles(folder))).toEqual(new Set(['content/articles/archive .md aliased']));
    expect(articles(folder)).toHaveLength(NUMBER);
  },
);
