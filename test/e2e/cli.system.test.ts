import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderWith, SOUND } from '../cli/in-memory.ts';
import { PROGRAM } from './compiled-program.ts';
import { gitcast } from './program.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { program } from '../programs.ts';
import { leftOutIf, needs } from '../needs.ts';

describe('the program', () => {
  it('creates a repository that validates without errors and warnings', () => {
    const cwd = temporaryFolder();
    expect(gitcast(['init'], { cwd, launcher: PROGRAM })).toMatchObject({ exitCode: 0, stderr: '' });
    const { exitCode, stdout, stderr } = gitcast(['validate', '--json'], { cwd, launcher: PROGRAM });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ errors: 0, warnings: 0, diagnostics: [] });
  });

  it('exits with 1 and a sentence on wrong usage', () => {
    expect(gitcast(['validte'], { cwd: temporaryFolder(), launcher: PROGRAM })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: there is no command validte\n help: did you mean gitcast validate?\n',
    });
  });

  it('fails if a template ends the process later', () => {
    const cwd = folderWith({ ...SOUND, 'templates/pages/home.eta': '<% queueMicrotask(() => process.exit(0)) %>' });
    expect(gitcast(['build'], { cwd, launcher: PROGRAM })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: gitcast build was ended from within, before it was done\n',
    });
  });
});

/** Runs a shell command in which `gitcast` is the program. */
function shell(line: string, cwd: string): { exitCode: number | null; stdout: string; stderr: string } {
  const script = `gitcast() { '${process.execPath}' '${PROGRAM}' "$@"; }; ${line}`;
  const { status, stdout, stderr } = spawnSync(program('bash'), ['-c', script], { cwd, encoding: 'utf8' });
  return { exitCode: status, stdout, stderr };
}

const HAS_FULL_DISK = !leftOutIf(!existsSync('/dev/full'), 'there is no /dev/full');

describe.runIf(needs('bash') && HAS_FULL_DISK)('output that cannot be written', () => {
  it.each(['validate', 'validate --json', 'explain event', 'help'])('fails %s in one sentence', (words) => {
    expect(shell(`gitcast ${words} > /dev/full`, folderWith(SOUND))).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'error: the output could not be written: the disk is full\n',
    });
  });

  it('fails the command even if the sentence cannot be written either', () => {
    expect(shell('gitcast validate > /dev/full 2> /dev/full', folderWith(SOUND))).toMatchObject({ exitCode: 1 });
  });

  it('of messages does not hide the result', () => {
    const { exitCode, stdout } = shell('gitcast nonsense --json 2> /dev/full', folderWith(SOUND));
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      1,
      { error: expect.objectContaining({ message: expect.any(String) }) },
    ]);
  });
});

describe.runIf(needs('bash'))('a reader that is late', () => {
  it('gets everything, also if a program that shares the pipe has set it to refuse what does not fit', () => {
    const cwd = folderWith(SOUND);
    const late = '{ gitcast --version > /dev/null; cat; }';
    // Node.js sets a pipe so when it opens its own output, and back when it ends, unless it is killed.
    const sharing = `'${process.execPath}' -e "process.stdout.write(''); process.kill(process.pid, 'SIGKILL')"`;
    const whole = shell('gitcast openapi', cwd).stdout;
    expect(whole.length).toBeGreaterThan(100_000);
    expect(shell(`{ ${sharing}; gitcast openapi; } | ${late}`, cwd).stdout).toBe(whole);
  });
});

describe.runIf(needs('bash'))('a reader that stops early', () => {
  it('ends the program silently', () => {
    const { stdout, stderr } = shell('gitcast openapi | head -1; exit ${PIPESTATUS[0]}', folderWith(SOUND));
    expect([stdout, stderr]).toEqual(['{\n', '']);
  });
});
