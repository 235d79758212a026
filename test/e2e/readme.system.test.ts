import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installedPackage, PATIENCE } from './installed-package.ts';
import { program } from '../programs.ts';
import { needs } from '../needs.ts';
import { folderOfFile, temporaryFolder } from '../temporary-folder.ts';
import { ROOT } from './program.ts';

const root = join(import.meta.dirname, '../..');
const folder = folderOfFile();

interface Step {
  readonly command: string;
  readonly output: readonly string[];
}

/** The commands of the tutorial, each with the lines that the README shows below it. */
function tutorial(): readonly Step[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const section = text.slice(text.indexOf('## Five minutes'), text.indexOf('## Commands'));
  const lines = [...section.matchAll(/```console\n([^]*?)```/g)].flatMap(([, block]) => block!.trim().split('\n'));
  const steps: { command: string; output: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] });
    else steps.at(-1)!.output.push(line);
  }
  return steps;
}

describe.runIf(needs('tar'))('the tutorial of the README, with gitcast installed from its tarball', () => {
  let env: NodeJS.ProcessEnv;
  let cwd = folder;
  const printedByAll: string[] = [];
  beforeAll(async () => {
    const installed = await installedPackage();
    const { FORCE_COLOR: _, ...own } = process.env;
    const path = [join(installed.folder, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
    env = { ...own, ...installed.env, PATH: path, NO_COLOR: '1' };
  }, PATIENCE);

  it.each(tutorial())('$command', { timeout: PATIENCE }, ({ command, output }) => {
    const change = /^cd (\S+)$/.exec(command);
    if (change) {
      cwd = join(cwd, change[1]!);
      return;
    }
    const { stdout, stderr } = spawnSync(program('sh'), ['-c', command], { cwd, env, encoding: 'utf8' });
    printedByAll.push(`$ ${command}\n${stdout}${stderr}`);
    // The margin of an excerpt is as wide as its line number, which may change with the starter file.
    const printed = stdout.split('\n').map((line) => line.trim());
    for (const line of output) expect(printed).toContain(line.trim());
    expect(stdout).not.toContain('which npm could not do');
    expect(stderr).not.toMatch(/error/);
  });

  it('the repository that it creates has the same tarball for CI, with its integrity', () => {
    const lockfile = join(cwd, 'package-lock.json');
    expect(existsSync(lockfile), printedByAll.join('\n')).toBe(true);
    const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
      packages: Readonly<Record<string, object>>;
    };
    expect(packages['node_modules/gitcast']).toMatchObject({
      resolved: expect.stringMatching(/^file:ci\/gitcast-.*\.tgz$/),
      integrity: expect.stringMatching(/^sha512-/),
    });
  });
});

it.runIf(needs('tar'))(
  'the program of the API guide runs with the packed package',
  async () => {
    const [, program] = /```js\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/guides/api.md'), 'utf8'))!;
    // Above the folder of the program: npm writes into a link beside package.json, and others use what is installed too.
    const above = temporaryFolder();
    symlinkSync(join((await installedPackage()).folder, 'node_modules'), join(above, 'node_modules'));
    const folder = join(above, 'festival');
    mkdirSync(folder);
    const file = join(folder, 'program.mjs');
    writeFileSync(file, program!);
    const printed = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
    expect(printed).toBe('0 errors\n0 to delete\n0 failed\nbuilt dist/\n');
  },
  PATIENCE,
);
