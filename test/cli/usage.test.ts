import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { failureText } from '../../src/cli/views/problems/failure.ts';
import { coloursOf } from '../../src/cli/views/text/style.ts';
import { DOUBTFUL, folderWith, gitcast, SOUND, refusal } from './in-memory.ts';

describe('help', () => {
  it.each(['', 'help', '--help', '-h', 'help help'])('lists every command: gitcast %s', async (words) => {
    const { exitCode, stdout, stderr } = await gitcast(words);
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const { name } of commands) expect(stdout).toContain(`\n  ${name} `);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(41);
  });

  it.each(commands.map(({ name }) => name))('has an example of %s, and is the same in both spellings', async (name) => {
    const { exitCode, stdout } = await gitcast(`${name} --help`);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples\\n {2}gitcast ${name}`));
    expect(await gitcast(`help ${name}`)).toEqual(await gitcast(`${name} --help`));
  });

  it.each(['', ...commands.map(({ name }) => name)])('fits on 80 columns: gitcast %s --help', async (name) => {
    const { stdout } = await gitcast(`${name} --help`.trim());
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('matches this text', async () => {
    const { stdout } = await gitcast('validate --help');
    expect(stdout).toMatchInlineSnapshot(`
      "Check every file, offline.

      Usage
        gitcast validate [PATH…] [--strict] [--staged] [--verbose] [--all] [--since
        REF]

      Arguments
        PATH…  Show only the problems of these files and folders

      Options
            --strict     Treat warnings as errors
            --staged     Check what is staged in git, and report only what is new; for
                         a pre-commit hook
        -v, --verbose    List each document that is left out, and each place of a
                         problem that occurs often
            --all        Do this for every broadcast in gitcast.workspace.yaml, or
                         with its own gitcast.config.yaml
            --since REF  With --all: only broadcasts that changed since this branch
                         left REF

      Options of every command
            --config FILE  The configuration file (default: gitcast.config.yaml in
                           this folder or one above)
            --json         Print one JSON object and nothing else
        -q, --quiet        Print nothing on success, except the data you ask for
            --no-color     Disable colours, as NO_COLOR does; FORCE_COLOR enables them
        -h, --help         Show this help
        -V, --version      Show the version

      Examples
        gitcast validate                     Checks everything, for every target
        gitcast validate --strict            Checks everything and fails on warnings
                                             too, for CI
        gitcast validate content/events      Checks everything, and shows only
                                             problems in events
        gitcast validate --all --since main  Checks the broadcasts that this branch
                                             changes
        gitcast validate --staged            Checks what the next commit changes
      "
    `);
  });

  it('is data with --json', async () => {
    const { stdout } = await gitcast('validate --help --json');
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'validate',
      usage: 'gitcast validate [PATH…] [--strict] [--staged] [--verbose] [--all] [--since REF]',
    });
  });
});

describe('the version', () => {
  it.each(['--version', '-V', 'validate --version'])('is that of the package: gitcast %s', async (words) => {
    expect(await gitcast(words)).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^gitcast \d+\.\d+\.\d+\n$/),
      stderr: '',
    });
  });

  it('is data with --json', async () => {
    expect(JSON.parse((await gitcast('--version --json')).stdout)).toEqual({ version: expect.stringMatching(/^\d/) });
  });
});

describe('wrong usage', () => {
  it.each([
    ['validte', 'there is no command validte', 'did you mean gitcast validate?'],
    ['xyzzy', 'there is no command xyzzy', 'gitcast help lists the commands'],
    ['help validte', 'there is no command validte', 'did you mean gitcast validate?'],
    ['help init now', 'unexpected argument now', 'gitcast help --help shows what it takes'],
    ['validate --strct', 'there is no option --strct', 'did you mean --strict?'],
    ['validate -x', 'there is no option -x', '--help lists the options'],
    ['--jsn', 'there is no option --jsn', 'did you mean --json?'],
    ['validate --config', '--config needs a value', 'write --config FILE'],
    ['validate --config --json', '--config needs a value', 'write --config FILE'],
    ['validate --strict=yes', '--strict takes no value, got yes', 'write --strict without a value'],
    ['new', 'new needs KIND: a kind of document', 'gitcast new --help has an example'],
    ['init here there', 'unexpected argument there', 'gitcast init --help shows what it takes'],
  ])('is explained: gitcast %s', async (words, message, suggestion) => {
    const { exitCode, stdout, stderr } = await gitcast(words, { cwd: folderWith(SOUND) });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).toContain(`\n help: ${suggestion}\n`);
    expect(stdout === '').toBe(!words.includes('--json'));
  });

  it('is one JSON object on stdout with --json', async () => {
    const { exitCode, stdout, stderr } = await gitcast('validte --json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: { message: 'there is no command validte', suggestion: 'did you mean gitcast validate?', diagnostics: [] },
    });
    expect(stderr).toContain('there is no command validte');
  });

  it('treats words after -- as arguments', async () => {
    const { stderr, stdout } = await gitcast('validate -- --json', { cwd: folderWith(SOUND) });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: there is no file or folder --json\n/);
  });

  it('allows shared options before the command', async () => {
    const { exitCode, stdout } = await gitcast('--json --config gitcast.config.yaml validate', {
      cwd: folderWith(SOUND),
    });
    expect([exitCode, JSON.parse(stdout).errors]).toEqual([0, 0]);
  });
});

describe('an internal error', () => {
  /** The first output fails as only a bug can. */
  const broken = () => {
    let outputs = 0;
    const onOutput = (): void => {
      if (outputs++ === 0) throw new TypeError('not a function');
    };
    return { cwd: folderWith(SOUND), onOutput };
  };

  it('is shown with everything to report', async () => {
    const stderr = await refusal('validate', broken());
    expect(stderr).toMatch(/^internal error: TypeError: /);
    expect(stderr).toMatch(/ {2}command {2}gitcast validate\n {2}gitcast {2}\d+\.\d+\.\d+\n {2}node {5}v\d+/);
    expect(stderr).toContain('at ');
    expect(stderr).toContain('Please report it');
  });

  it('is JSON with --json', async () => {
    const { stdout } = await gitcast('validate --json', broken());
    expect(JSON.parse(stdout).error.message).toMatch(/^internal error: /);
  });

  it('is none if a package is missing: an installation was interrupted', () => {
    const missing = 'a-package-that-nobody-has';
    const error = Object.assign(new Error(`Cannot find package '${missing}' imported from /lib/chunks/render.js`), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    expect(failureText(error, { colours: coloursOf({ coloured: false }), width: 80, quiet: false })).toBe(
      `error: the package ${missing}, which gitcast needs, is not installed\n help: install it again: npm install gitcast, or npm ci in a project that has it\n`,
    );
  });
});

describe('colours', () => {
  const ESCAPE = String.fromCharCode(27);

  it.each([
    ['are used on a terminal', '', { columns: 80 }, true],
    ['are not used elsewhere', '', {}, false],
    ['are used elsewhere with FORCE_COLOR', '', { env: { FORCE_COLOR: '1' } }, true],
    ['are not used with FORCE_COLOR=0', '', { columns: 80, env: { FORCE_COLOR: '0' } }, false],
    ['are not used with NO_COLOR', '', { columns: 80, env: { NO_COLOR: '1' } }, false],
    ['are used with an empty NO_COLOR', '', { columns: 80, env: { NO_COLOR: '' } }, true],
    [
      'are not used with NO_COLOR and FORCE_COLOR',
      '',
      { columns: 80, env: { NO_COLOR: '1', FORCE_COLOR: '1' } },
      false,
    ],
    ['are not used with --no-color', ' --no-color', { columns: 80, env: { FORCE_COLOR: '1' } }, false],
    ['are not used on a dumb terminal', '', { columns: 80, env: { TERM: 'dumb' } }, false],
    ['are never used in JSON', ' --json', { columns: 80, env: { FORCE_COLOR: '1' } }, false],
  ])('%s', async (_, words, surroundings, expected) => {
    const { stdout } = await gitcast(`validate${words}`, { cwd: folderWith(DOUBTFUL), ...surroundings });
    expect(stdout.includes(ESCAPE)).toBe(expected);
  });

  it('of an error depend on stderr', async () => {
    const { stderr } = await gitcast('validte', { env: { FORCE_COLOR: '1' } });
    expect(stderr.startsWith(ESCAPE)).toBe(true);
    expect((await gitcast('validte --no-color', { env: { FORCE_COLOR: '1' } })).stderr).not.toContain(ESCAPE);
  });
});
