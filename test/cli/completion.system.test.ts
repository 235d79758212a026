import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../e2e/program.ts';
import { gitcast, refusal } from './in-memory.ts';
import { program } from '../programs.ts';
import { needs } from '../needs.ts';

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
    ['plan --target=lo', ['--target=local']],
    ['new worksh', []],
    ['explain interest', ['interestPoint']],
    ['explain Countd', ['CountdownBlock']],
    ['schema Countd', []],
    ['sync --target lo', ['local']],
    ['pull events/friday/opening-n', ['events/friday/opening-night']],
    ['sync --only events/friday/opening-n', ['events/friday/opening-night']],
    ['sync --only places/main-stage,events/friday/opening-n', ['places/main-stage,events/friday/opening-night']],
    ['state re', ['rebuild']],
    ['state rm events/friday/opening-n', ['events/friday/opening-night']],
    ['service --profile doc', ['documented']],
    ['completion fi', ['fish']],
    ['build --out di', []],
    ['plan --target =', ['local']],
    ['plan --target = lo', ['local']],
    ['--config ', []],
    ['--config gitcast.config.yaml va', ['validate']],
    ['--config gitcast.config.yaml sync --target lo', ['local']],
    ['help va', ['validate']],
    ['help validate ', []],
    ['service ', ['keys', 'broadcasts']],
    ['service keys ', ['create', 'list', 'rotate', 'revoke']],
    ['service --port 0 broadcasts p', ['plan']],
  ])('offers for `gitcast %s` %j', async (line, candidates) => {
    expect(await offered(line)).toEqual(candidates);
  });

  it('offers every command at the start', async () => {
    const { stdout } = await gitcast('completion candidates -- ', { cwd: ROOT });
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['init', 'sync', 'completion', 'help']));
  });

  it('has a help that shows nothing of what only the scripts use', async () => {
    const { stdout } = await gitcast('completion --help');
    expect(stdout).toContain('gitcast completion SHELL\n');
    expect(stdout).not.toMatch(/WORD|candidates/);
  });

  it('of an unknown shell is refused with the known ones', async () => {
    expect(await refusal('completion powershell')).toContain('use one of bash, zsh, fish');
  });
});

describe('the completion script of', () => {
  let folder = '';
  const run = (shell: 'bash' | 'fish' | 'zsh', script: string): string =>
    execFileSync(program(shell), ['-c', script], {
      cwd: ROOT,
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
      encoding: 'utf8',
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gitcast-completion-'));
    const program = join(folder, 'gitcast');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, 'bin/gitcast.mjs')}" "$@"\n`);
    // Stands for npx, which takes a second to find it.
    writeFileSync(join(folder, 'npx'), `#!/bin/sh\n[ "$1" = --no-install ] && shift && exec "$@"\n`);
    for (const name of ['gitcast', 'npx']) chmodSync(join(folder, name), 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What bash would insert, and how it splits words: at the equals sign too. */
  const inBash = (words: string, count: number, completer = '_gitcast'): string =>
    run(
      'bash',
      `eval "$(gitcast completion bash)"; COMP_WORDS=(${words}); COMP_CWORD=${count}; ${completer}; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );

  it.runIf(needs('bash'))(
    'bash completes a value after a space and after an equals sign, and files where it knows no value',
    () => {
      expect(inBash('gitcast sync --target lo', 3)).toBe('local\n');
      expect(inBash('gitcast sync --target =', 3)).toBe('local\n');
      expect(inBash('gitcast --config ""', 2)).toBe('\n');
    },
  );

  it.runIf(needs('bash'))('bash completes npx gitcast too, unless the shell already completes npx', () => {
    expect(inBash('npx gitcast sync --target lo', 4, '_gitcast_npx')).toBe('local\n');
    const registered = 'eval "$(gitcast completion bash)"; complete -p npx gitcast';
    expect(run('bash', registered)).toMatch(/_gitcast_npx npx\n.*_gitcast gitcast\n/);
    expect(run('bash', `complete -W mine npx; ${registered}`)).toMatch(/-W 'mine' npx\n/);
  });

  it.runIf(needs('fish'))('fish completes the same, and npx gitcast too', () => {
    const lines = [
      'gitcast sync --target=',
      'gitcast --config gitcast.con',
      'gitcast --config=gitcast.con',
      'npx gitcast sync --target lo',
    ];
    const script = ['gitcast completion fish | source', ...lines.map((line) => `complete -C '${line}'`)].join('; ');
    expect(run('fish', script).replaceAll(/\t.*/g, '').trim().split('\n')).toEqual([
      '--target=local',
      'gitcast.config.yaml',
      '--config=gitcast.config.yaml',
      'local',
    ]);
  });

  it.runIf(needs('zsh'))('zsh is valid, and completes npx gitcast too', () => {
    const script =
      'autoload -U compinit; compinit -D; unset "_comps[npx]"; eval "$(gitcast completion zsh)"; echo $_comps[gitcast]';
    expect(run('zsh', `${script}; echo $_comps[npx]`)).toBe('_gitcast\n_gitcast_npx\n');
  });
});
