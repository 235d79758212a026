/** The program, killed at the moments at which it changes which files there are. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAUNCHER } from '../e2e/program.ts';
import { NODE } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Kills the process before its n-th rename or removal in a folder, or writes how many there were. */
const KILLER = `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { KILL_IN, KILL_AT, KILL_COUNT } = process.env;
let count = 0;
for (const [of, names] of [
  [fs, ['renameSync', 'rmSync', 'rmdirSync']],
  [promises, ['rename', 'rm']],
]) {
  for (const name of names) {
    const real = of[name];
    of[name] = (...given) => {
      if (given.some((each) => String(each).startsWith(KILL_IN)) && ++count === Number(KILL_AT))
        process.kill(process.pid, 'SIGKILL');
      return real(...given);
    };
  }
}
syncBuiltinESMExports();
const { writeFileSync } = fs;
if (KILL_COUNT) process.on('exit', () => writeFileSync(KILL_COUNT, String(count)));`)}`;

/** Returns the number of moments. */
export function countMoments(cwd: string, words: readonly string[]): number {
  const file = join(temporaryFolder(), 'count');
  const { status } = start(cwd, words, { KILL_COUNT: file });
  if (status !== 0 || !existsSync(file)) throw new Error(`${words.join(' ')} failed`);
  return Number(readFileSync(file, 'utf8'));
}

export function killAt(moment: number, cwd: string, words: readonly string[]): void {
  const { signal, stderr } = start(cwd, words, { KILL_AT: String(moment) });
  if (signal !== 'SIGKILL') throw new Error(`${words.join(' ')} was not killed: ${stderr}`);
}

function start(cwd: string, words: readonly string[], killing: Readonly<Record<string, string>>) {
  const env = { ...process.env, ...killing, KILL_IN: cwd, NODE_OPTIONS: `--import ${KILLER}` };
  return spawnSync(NODE, [LAUNCHER, ...words], { cwd, env, encoding: 'utf8' });
}
