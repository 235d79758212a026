import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitcast } from '../cli/in-memory.ts';
import { gitRepository } from '../git/repository.ts';
import { emptyFolder, ROOT } from './program.ts';

/** The same commit with LF and with CRLF, as two colleagues have it on their disks. */
function twoCheckouts(change: (folder: string) => void): readonly [string, string] {
  const repository = gitRepository();
  for (const path of ['content', 'gitcast.config.yaml']) {
    cpSync(join(ROOT, path), join(repository.folder, path), { recursive: true });
  }
  change(repository.folder);
  repository.commit({});
  const clone = (autocrlf: boolean): string => {
    const folder = emptyFolder();
    const words = ['clone', '-q', '-c', `core.autocrlf=${autocrlf}`, repository.folder, folder];
    execFileSync('git', words, { stdio: 'pipe' });
    return folder;
  };
  return [clone(false), clone(true)];
}

it('the site of the demo is identical, byte for byte, from a checkout with CRLF', async () => {
  const [unix, windows] = twoCheckouts((folder) => {
    // Templates that a user adds to the theme are text in the repository, too.
    cpSync(join(ROOT, 'templates/assets/css/own.css'), join(folder, 'templates/assets/css/own.css'));
    writeFileSync(join(folder, 'templates/assets/css/own.css'), '.own {\n  color: red;\n}\n');
  });
  expect(readFileSync(join(windows, 'content/broadcast.yaml'), 'utf8')).toContain('\r\n');
  const build = async (cwd: string): Promise<void> => {
    const { exitCode, stderr } = await gitcast('build --now 2027-06-01T12:00:00Z', { cwd });
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  };
  await build(unix);
  // Pictures are cached by their published bytes, which are the same in both.
  cpSync(join(unix, '.gitcast/cache'), join(windows, '.gitcast/cache'), { recursive: true });
  await build(windows);
  const files = globSync('**/*', { cwd: join(unix, 'dist') });
  expect(globSync('**/*', { cwd: join(windows, 'dist') }).sort()).toEqual(files.sort());
  const [there, here] = [unix, windows].map((folder) => (file: string) => {
    const path = join(folder, 'dist', file);
    return statSync(path).isFile() ? readFileSync(path) : Buffer.of();
  });
  expect(files.filter((file) => !there!(file).equals(here!(file)))).toEqual([]);
}, 180_000);

it('problems are found in the same places in a checkout with CRLF', async () => {
  const [unix, windows] = twoCheckouts((folder) => {
    const write = (path: string, text: string): void => writeFileSync(join(folder, 'content', path), text);
    write('articles/broken.md', '---\ntitle: x\nstatus: wrong\n---\n\nText.\n\n![no](media/nothing.jpg) and more\n');
    write('places/broken.yaml', 'name: Pier\ndescription: |\n  One\n  two\nnope: 1\n');
    write('events/broken.yaml', 'title: "open\n');
  });
  const found = [await gitcast('validate --json', { cwd: unix }), await gitcast('validate --json', { cwd: windows })];
  expect(JSON.parse(found[0]!.stdout)).toMatchObject({ errors: 4 });
  expect(found[1]!.stdout).toBe(found[0]!.stdout);
  const plain = await gitcast('validate', { cwd: unix });
  const returns = await gitcast('validate', { cwd: windows });
  expect(returns.stdout + returns.stderr).toBe(plain.stdout + plain.stderr);
});
