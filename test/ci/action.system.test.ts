import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../e2e/program.ts';
import { needs } from '../needs.ts';
import { program } from '../programs.ts';
import { temporaryFolder, write } from './folders.ts';
import { LOOSE, lockedProject, OF_NPM, OF_THE_JOB, planted, seeingNpm } from './lockfiles.ts';
import { environment, run } from './run.ts';
import { lock, packed } from './workshop.ts';

const INSTALLER = 'templates/ci/common/ci/install.mjs';

const PRINTING = 'for (const word of process.argv.slice(2)) process.stdout.write(`<${word}>`);';

describe.runIf(needs('tar'))('the action of this repository', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
    readonly runs: { readonly steps: readonly { readonly run?: string }[] };
  }
  const text = readFileSync(join(ROOT, 'action.yml'), 'utf8');
  const action = parse(text) as Action;

  it('takes no secret as an input, and no input becomes part of a script', () => {
    expect(Object.keys(action.inputs).filter((name) => /key|token|secret/.test(name))).toEqual([]);
    for (const { run: script } of action.runs.steps) expect(script ?? '').not.toContain('${{');
    expect(text).toMatch(/uses: actions\/setup-node@[0-9a-f]{40} # v\d+\.\d+\.\d+\n/);
  });

  /** An action whose own gitcast prints how it was started. */
  const start = (
    inputs: Readonly<Record<string, string>>,
    cwd = temporaryFolder(),
    gitcast = PRINTING,
    surroundings = environment(),
  ) => {
    const action = temporaryFolder();
    write(action, 'bin/gitcast.mjs', gitcast);
    write(action, 'node_modules/.keep', '');
    write(action, INSTALLER, readFileSync(join(ROOT, INSTALLER), 'utf8'));
    const given = { command: 'validate', target: '', args: '', ...inputs };
    const env = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    );
    return run(cwd, program('sh'), [join(ROOT, 'scripts/action.sh')], {
      ...surroundings,
      GITHUB_ACTION_PATH: action,
      ...env,
    });
  };

  it('starts the command with its target and one argument a line, as they are', async () => {
    expect((await start({})).stdout).toBe('<validate>');
    const args = '--only\nevents/*\n\n$(touch x) `touch y`\n';
    expect((await start({ command: 'plan', target: 'live', args })).stdout).toBe(
      '<plan><--target><live><--only><events/*><$(touch x) `touch y`>',
    );
    expect(await start({ command: 'plan; id' })).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it("uses the gitcast in the repository's lockfile, and not one that is merely installed", async () => {
    const cwd = lockedProject('console.log(`own: ${process.argv.slice(2).join(" ")}`);');
    write(cwd, 'node_modules/.bin/gitcast', '#!/bin/sh\necho planted\n', 0o755);
    expect((await start({ args: '--strict' }, cwd)).stdout).toBe('own: validate --strict\n');
  });

  it("runs its own gitcast if the repository's lockfile has a link, a folder or nothing", async () => {
    const cwd = temporaryFolder();
    for (const [missed, lockfile] of LOOSE) {
      write(cwd, 'package-lock.json', lockfile);
      const { stdout, stderr } = await start({}, cwd);
      expect([stdout, stderr]).toEqual(['<validate>', expect.stringContaining(`does not pin ${missed} with its`)]);
    }
  });

  it('runs its own gitcast beside an npm-shrinkwrap.json, which npm prefers to the lockfile', async () => {
    const cwd = lockedProject('console.log("own");');
    write(cwd, 'npm-shrinkwrap.json', readFileSync(join(cwd, 'package-lock.json'), 'utf8'));
    const { stdout, stderr } = await start({}, cwd);
    expect([stdout, stderr]).toEqual(['<validate>', expect.stringContaining('npm-shrinkwrap.json is not allowed')]);
    expect(stderr).toContain('The action runs its own gitcast.');
  });

  it('does not run a gitcast that package.json names and the lockfile does not pin', async () => {
    const cwd = lockedProject('console.log("pinned");');
    planted(cwd);
    const { exitCode, stdout, stderr } = await start({}, cwd);
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining('npm did not install gitcast as')]);
  });

  it("lets npm, which reads the repository's .npmrc, see only the variables that it needs", async () => {
    const npm = seeingNpm();
    const cwd = lockedProject('console.log(process.env.GITCAST_KEY, process.env.WEBHOOK_SECRET);');
    const { stdout } = await start({}, cwd, PRINTING, { ...environment([npm.folder]), ...OF_THE_JOB, ...OF_NPM });
    expect(stdout).toBe('canary-key canary-secret\n');
    expect(npm.seen().join('\n')).not.toContain('canary');
    for (const [name, value] of Object.entries(OF_NPM)) expect(npm.seen()).toContain(`${name}=${value}`);
  });

  it('installs its own packages without those of development', async () => {
    const npm = seeingNpm();
    const action = temporaryFolder();
    lock(action, packed());
    const manifest = JSON.parse(readFileSync(join(action, 'package.json'), 'utf8')) as { devDependencies: object };
    write(action, 'package.json', JSON.stringify({ private: true, dependencies: manifest.devDependencies }));
    write(action, 'bin/gitcast.mjs', PRINTING);
    write(action, INSTALLER, readFileSync(join(ROOT, INSTALLER), 'utf8'));
    const inputs = { INPUT_COMMAND: 'validate', INPUT_TARGET: '', INPUT_ARGS: '' };
    const env = { ...environment([npm.folder]), ...inputs, GITHUB_ACTION_PATH: action };
    expect((await run(temporaryFolder(), program('sh'), [join(ROOT, 'scripts/action.sh')], env)).stdout).toBe(
      '<validate>',
    );
    expect(npm.seen()).toContain('npm_config_omit=dev');
  });

  it('passes with a plan that could not read the target completely, and fails with any other code', async () => {
    const cwd = temporaryFolder();
    const program = 'process.exit(Number(process.argv[4]));';
    const codeOf = async (command: string, code: string) =>
      (await start({ command, args: `--exit\n${code}` }, cwd, program)).exitCode;
    expect(await codeOf('plan', '4')).toBe(0);
    expect([await codeOf('plan', '1'), await codeOf('sync', '4')]).toEqual([1, 4]);
  });
});
