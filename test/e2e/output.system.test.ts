import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { folderWith, SOUND } from '../cli/in-memory.ts';
import { PROGRAM } from './compiled-program.ts';
import { program } from '../programs.ts';
import { leftOutIf, needs } from '../needs.ts';

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
