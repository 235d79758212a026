import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LAUNCHER } from '../../e2e/program.ts';
import { gitcast, writeInto } from '../../cli/in-memory.ts';
import { NODE } from '../../programs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const FILES = {
  'gitcast.config.yaml': 'site: { timezone: Europe/Paris }\n',
  'content/broadcast.yaml': 'name: Harbour\n',
  'content/places/quay.yaml': 'name: Quay\n',
  'content.local/places/quay.yaml': 'name: The quay\n$aliases: [places/old]\n',
  'content/articles/2026/a.md': '---\ntitle: A\nstatus: published\n---\n[Quay](../../places/quay.yaml)\n',
  'content/articles/2026/b.md': '---\ntitle: B\nstatus: published\n---\nText\n',
  'content.local/articles/2026/b.md': '---\nstatus: draft\n---\n',
};

/** Kills the program at the n-th file that takes its place below the content. */
const KILLER = `data:text/javascript,${encodeURIComponent(`
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
let left = Number(process.env.KILL_N);
const { renameSync, rmSync } = fs;
const hit = (path) => { if (/content|config/.test(String(path)) && --left === 0) process.kill(process.pid, 'SIGKILL'); };
fs.renameSync = (from, to) => { hit(to); return renameSync(from, to); };
const { rename } = promises;
promises.rename = async (from, to) => { hit(to); return rename(from, to); };
fs.rmSync = (path, options) => { hit(path); return rmSync(path, options); };
syncBuiltinESMExports();`)}`;

const contents = (cwd: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(cwd, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.gitcast'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [file.slice(cwd.length + 1), readFileSync(file, 'utf8')]),
  );

it.each([
  ['mv', 'places/quay', 'places/dock'],
  ['mv', 'articles/2026/', 'articles/archive'],
  ['rm', 'articles/2026/b', '--force', '--yes', '--redirect-to', 'articles/2026/a'],
])('%s %s %s that is killed at any moment is taken back by the next command', async (...words) => {
  const whole = temporaryFolder();
  writeInto(whole, FILES);
  expect(await gitcast(words.join(' '), { cwd: whole })).toMatchObject({ exitCode: 0 });
  for (let moment = 1; moment <= 3; moment++) {
    const cwd = temporaryFolder();
    writeInto(cwd, FILES);
    const before = contents(cwd);
    const env = { ...process.env, KILL_N: String(moment), NODE_OPTIONS: `--import ${KILLER}` };
    const { signal } = spawnSync(NODE, [LAUNCHER, ...words], { cwd, env, stdio: 'ignore' });
    if (moment === 1) expect(signal).toBe('SIGKILL');
    if (signal === 'SIGKILL') {
      const { stderr } = await gitcast('validate', { cwd });
      expect([contents(cwd), stderr]).toEqual([before, expect.stringContaining('interrupted')]);
      expect(await gitcast(words.join(' '), { cwd })).toMatchObject({ exitCode: 0 });
    }
    expect(contents(cwd)).toEqual(contents(whole));
  }
});

it('an import that is killed while it writes is taken back by the next command', async () => {
  const cwd = temporaryFolder();
  writeInto(cwd, {
    ...FILES,
    'pages/a.md': '# A\n\n![A](a.svg)\n',
    'pages/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  const before = contents(cwd);
  for (const moment of ['1', '2']) {
    const env = { ...process.env, KILL_N: moment, NODE_OPTIONS: `--import ${KILLER}` };
    const ran = spawnSync(NODE, [LAUNCHER, 'import', 'pages'], { cwd, env, encoding: 'utf8' });
    expect(ran).toMatchObject({ signal: 'SIGKILL' });
    expect((await gitcast('validate', { cwd })).stderr).toContain('interrupted');
    expect(contents(cwd)).toEqual(before);
  }
});
