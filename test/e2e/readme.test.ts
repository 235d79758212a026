import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gitcast-readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

/** A `gitcast` on the path, as after an installation. */
function installed(): NodeJS.ProcessEnv {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const program = join(bin, 'gitcast');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/gitcast.mjs')}" "$@"\n`);
  chmodSync(program, 0o755);
  const { FORCE_COLOR: _, ...env } = process.env;
  return { ...env, PATH: `${bin}${delimiter}${process.env['PATH']}`, NO_COLOR: '1' };
}

describe('the tutorial of the README', () => {
  const env = installed();
  let cwd = folder;
  test.each(tutorial())('$command', ({ command, output }) => {
    const change = /^cd (\S+)$/.exec(command);
    if (change) {
      cwd = join(cwd, change[1]!);
      return;
    }
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' });
    // The margin of an excerpt is as wide as its line number, which may change with the starter file.
    const printed = stdout.split('\n').map((line) => line.trim());
    for (const line of output) expect(printed).toContain(line.trim());
    expect(stderr).not.toMatch(/error/);
  });
});
