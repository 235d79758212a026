/** A folder as the program leaves it if it is killed, at each moment at which it changes the disk. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { NODE } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Copies the folder before each access that changes it, and with half of each text that is being written. */
const COPIER = `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { COPY_FROM, COPY_TO } = process.env;
const { cpSync, rmSync, writeFileSync } = fs;
let [count, isCopying] = [0, false];
const copy = () => {
  isCopying = true;
  cpSync(COPY_FROM, COPY_TO + '/' + String(++count).padStart(4, '0'), { recursive: true });
  isCopying = false;
};
for (const [of, names] of [
  [fs, ['mkdirSync', 'writeFileSync', 'copyFileSync', 'renameSync', 'rmSync', 'rmdirSync']],
  [promises, ['mkdir', 'writeFile', 'copyFile', 'rename', 'rm', 'truncate']],
]) {
  for (const name of names) {
    const real = of[name];
    of[name] = (...given) => {
      if (isCopying || !given.some((each) => String(each).startsWith(COPY_FROM))) return real(...given);
      copy();
      if (name === 'writeFileSync' && given[2]?.flag !== undefined) {
        writeFileSync(given[0], given[1].slice(0, given[1].length / 2));
        copy();
        rmSync(given[0]);
      }
      return real(...given);
    };
  }
}
syncBuiltinESMExports();`)}`;

/** Runs a program of Node.js in a folder. Returns the copies of `root`, which has everything that the program writes. */
export function killedAtEveryMoment(root: string, cwd: string, words: readonly string[]): readonly string[] {
  // That of the program and of its next command, which the test runs in its own process.
  vi.stubEnv('XDG_STATE_HOME', join(root, 'state'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const copies = temporaryFolder();
  const env = {
    ...process.env,
    COPY_FROM: root,
    COPY_TO: copies,
    NODE_OPTIONS: `--import ${COPIER}`,
    GIT_TEMPLATE_DIR: '',
  };
  const { status, stderr } = spawnSync(NODE, words, { cwd, env, encoding: 'utf8' });
  cpSync(root, join(copies, 'end'), { recursive: true });
  if (status !== 0) throw new Error(`${words.join(' ')} failed: ${stderr}`);
  return readdirSync(copies)
    .toSorted()
    .map((name) => join(copies, name));
}

/** The same process has ended meanwhile, so what it noted about itself is true of a process that was killed. */
export function restore(copy: string, root: string): void {
  rmSync(root, { recursive: true });
  cpSync(copy, root, { recursive: true });
}
