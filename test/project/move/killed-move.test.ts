import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyFolder, LAUNCHER } from '../../e2e/program.ts';
import { gitcast, writeInto } from '../../cli/in-memory.ts';
import { NODE } from '../../programs.ts';

const FILES = {
  'gitcast.config.yaml': 'targets: { local: { embedded: true }, prod: { embedded: true } }\n',
  'content/broadcast.yaml': 'name: Harbour\n',
  'content/places/quay.yaml': 'name: Quay\n',
  'content/places/pier.yaml': 'name: Pier\ndescription: "[Quay](quay.yaml)"\n',
  'content.prod/places/quay.yaml': 'name: The quay\n',
};

/** Kills the program at the n-th file that takes its place below the content. */
const KILLER = `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.KILL_N);
const { renameSync, rmSync } = fs;
const hit = (path) => { if (/content/.test(String(path)) && --left === 0) process.kill(process.pid, 'SIGKILL'); };
fs.renameSync = (from, to) => { hit(to); return renameSync(from, to); };
fs.rmSync = (path, options) => { hit(path); return rmSync(path, options); };
syncBuiltinESMExports();`)}`;

const contents = (cwd: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(cwd, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath.includes('content'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(cwd.length + 1), readFileSync(file, 'utf8')]),
  );

it.each([
  ['mv', 'places/quay', 'places/dock'],
  ['mv', 'places/', 'sights/'],
  ['rm', 'places/quay', '--force', '--yes', '--unlink'],
])('%s %s %s that is killed at any moment is taken back by the next command', async (...words) => {
  const whole = emptyFolder();
  writeInto(whole, FILES);
  const wanted = await gitcast(words.join(' '), { cwd: whole });
  for (let moment = 1; moment <= 4; moment++) {
    const cwd = emptyFolder();
    writeInto(cwd, FILES);
    const before = contents(cwd);
    const env = { ...process.env, KILL_N: String(moment), NODE_OPTIONS: `--import ${KILLER}` };
    const run = () => execFileSync(NODE, [LAUNCHER, ...words], { cwd, env, stdio: 'ignore' });
    if (wanted.exitCode === 0 && moment === 1) expect(run).toThrow('SIGKILL');
    else
      try {
        run();
      } catch {}
    if (existsSync(join(cwd, '.gitcast/unfinished'))) {
      const { stderr } = await gitcast('validate', { cwd });
      expect([contents(cwd), stderr]).toEqual([before, expect.stringContaining('interrupted')]);
      expect(await gitcast(words.join(' '), { cwd })).toMatchObject({ exitCode: wanted.exitCode });
    }
    expect(contents(cwd)).toEqual(contents(whole));
  }
});
