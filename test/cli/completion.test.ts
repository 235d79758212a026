import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../e2e/program.ts';
import { gitcast } from './in-memory.ts';

/** The candidates for the last word of a line. */
async function offered(line: string): Promise<readonly string[]> {
  const { stdout, exitCode } = await gitcast(`completion candidates -- ${line}`, { cwd: ROOT });
  expect(exitCode).toBe(0);
  return stdout.split('\n').slice(0, -1);
}

describe('completion', () => {
  it.each([
    ['va', ['validate']],
    ['--ver', ['--version']],
    ['nonsense e', []],
    ['sync --allow-de', ['--allow-deletes']],
    ['sync --allow-replace --allow-r', ['--allow-rollback']],
    ['plan --kind networking', ['networkingForm']],
    ['plan --kind=networking', ['--kind=networkingForm']],
    ['new worksh', []],
    ['explain interest', ['interestPoint']],
    ['explain Countd', ['CountdownBlock']],
    ['schema Countd', []],
    ['sync --target lo', ['local']],
    ['trust lo', ['local']],
    ['pull events/friday/opening-n', ['events/friday/opening-night']],
    ['sync --only events/friday/opening-n', ['events/friday/opening-night']],
    ['sync --only places/main-stage,events/friday/opening-n', ['places/main-stage,events/friday/opening-night']],
    ['state re', ['rebuild']],
    ['state rm events/friday/opening-n', ['events/friday/opening-night']],
    ['serve --profile doc', ['documented']],
    ['completion fi', ['fish']],
    ['build --out di', []],
  ])('offers for `gitcast %s` %j', async (line, candidates) => {
    expect(await offered(line)).toEqual(candidates);
  });

  it('offers every command at the start', async () => {
    const { stdout } = await gitcast('completion candidates -- ', { cwd: ROOT });
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['init', 'sync', 'completion', 'help']));
  });

  it('of an unknown shell is refused with the known ones', async () => {
    const { exitCode, stderr } = await gitcast('completion powershell');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('use one of bash, zsh, fish');
  });
});

describe('the completion script of', () => {
  let folder = '';
  const isThere = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;
  const run = (shell: string, script: string): string =>
    execFileSync(shell, ['-c', script], {
      cwd: ROOT,
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
      encoding: 'utf8',
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gitcast-completion-'));
    const program = join(folder, 'gitcast');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'bin/gitcast.mjs')}" "$@"\n`);
    chmodSync(program, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('bash completes a target', () => {
    const script = 'eval "$(gitcast completion bash)"; COMP_WORDS=(gitcast sync --target lo); COMP_CWORD=3; _gitcast';
    expect(run('bash', `${script}; printf '%s\\n' "\${COMPREPLY[@]}"`)).toBe('local\n');
  });

  it.runIf(isThere('fish'))('fish completes a target', () => {
    expect(run('fish', 'gitcast completion fish | source; complete -C "gitcast sync --target lo"')).toBe('local\n');
  });

  it.runIf(isThere('zsh'))('zsh is valid', () => {
    expect(
      run('zsh', 'autoload -U compinit; compinit -D; eval "$(gitcast completion zsh)"; echo $_comps[gitcast]'),
    ).toBe('_gitcast\n');
  });
});
