import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeBackUnfinished } from '../../src/machine/unfinished.ts';
import { ROOT } from '../e2e/program.ts';
import { NODE } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const FILES = ['changed.yaml', 'moved/inside.yaml', 'moved/.keep', 'renamed.yaml', 'removed.yaml', 'picture.png'];

function folderOf(files: readonly string[] = FILES): string {
  const folder = temporaryFolder();
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'one');
  }
  return folder;
}

/** Every file and folder that is not of gitcast itself, with the text of each file. */
const everythingIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('.gitcast'))
      .map((path) => [path, statSync(join(folder, path)).isFile() ? readFileSync(join(folder, path), 'utf8') : '/'])
      .toSorted(),
  );

const AFTERWARDS = {
  'changed.yaml': 'two',
  elsewhere: '/',
  'elsewhere/moved': '/',
  'elsewhere/moved/.keep': 'one',
  'elsewhere/moved/inside.yaml': 'two',
  new: '/',
  'new/below': '/',
  'new/below/made.yaml': 'new',
  other: '/',
  'other/renamed.yaml': 'one',
};

/** Kills the program before its n-th access to the disk that changes something. */
const KILLER = `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.KILL_N);
for (const [of, names] of [
  [fs, ['mkdirSync', 'writeFileSync', 'renameSync', 'rmSync', 'rmdirSync', 'fsyncSync']],
  [promises, ['writeFile', 'chmod']],
]) {
  for (const name of names) {
    const real = of[name];
    of[name] = (...given) => {
      if (--left === 0) process.kill(process.pid, 'SIGKILL');
      return real(...given);
    };
  }
}
syncBuiltinESMExports();`)}`;

const CHANGES = `
import { changeFiles, changeTo } from ${JSON.stringify(join(ROOT, 'src/machine/change-files.ts'))};
const at = (path) => process.cwd() + '/' + path;
await changeFiles(process.cwd(), [
  changeTo(at('changed.yaml'), 'two'),
  changeTo(at('moved/inside.yaml'), 'two'),
  changeTo(at('new/below/made.yaml'), 'new'),
  { from: at('moved'), to: at('elsewhere/moved') },
  { from: at('renamed.yaml'), to: at('other/renamed.yaml') },
  { path: at('removed.yaml'), before: 'one', after: undefined },
  { from: at('picture.png'), to: undefined },
]);`;

describe('changes of files that belong together', () => {
  it('are made all or none, whenever the program is killed', () => {
    const before = everythingIn(folderOf());
    const outcomes: string[] = [];
    for (let moment = 1; outcomes.at(-1) !== 'ended'; moment++) {
      const folder = folderOf();
      const env = { ...process.env, KILL_N: String(moment), NODE_OPTIONS: `--import ${KILLER}` };
      const words = ['--input-type=module', '-e', CHANGES];
      const { signal, status } = spawnSync(NODE, words, { cwd: folder, env, stdio: 'ignore' });
      expect([signal, status]).toEqual(signal === null ? [null, 0] : ['SIGKILL', null]);
      const isTakenBack = takeBackUnfinished(folder) > 0;
      const now = everythingIn(folder);
      const isDone = JSON.stringify(now) === JSON.stringify(AFTERWARDS);
      expect(now).toEqual(isDone ? AFTERWARDS : before);
      outcomes.push(signal === null ? 'ended' : isDone ? 'done' : isTakenBack ? 'taken back' : 'not begun');
    }
    expect(new Set(outcomes)).toEqual(new Set(['not begun', 'taken back', 'done', 'ended']));
  });
});
