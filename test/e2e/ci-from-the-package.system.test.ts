import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { installedPackage, PATIENCE } from './installed-package.ts';
import { startRegistry } from './local-registry.ts';
import { needs } from '../needs.ts';
import { ownProgram, program } from '../programs.ts';
import { CONCERT, eventFile, Festival, titled, type Runner } from '../ci/festival.ts';
import { afterwards, madeForAll, read } from '../ci/folders.ts';
import { environment, run, type Ran } from '../ci/run.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, string>>;

const registry = madeForAll(async () => {
  const started = await startRegistry();
  afterwards(started.close);
  return started;
});

/** A festival whose repository has the files of `init --ci`, written by gitcast as people install it. */
async function openWith(host: 'github' | 'gitlab'): Promise<{ festival: Festival; npm: Values }> {
  const installed = await installedPackage();
  const npm = { ...installed.env, npm_config_offline: 'false', npm_config_registry: registry().url };
  const festival = await Festival.open();
  const bin = join(installed.folder, 'node_modules/.bin');
  const tarball = readdirSync(installed.made).find((name) => name.endsWith('.tgz'))!;
  const words = ['init', '--ci', host, '--package', join(installed.made, tarball)];
  const ran = await run(festival.author, ownProgram('gitcast'), words, { ...environment([bin]), ...npm });
  expect(ran).toMatchObject({ exitCode: 0 });
  festival.push('CI');
  return { festival, npm };
}

/** Runs the scripts of a job, one after the other, until one fails, as a runner does. */
async function runScripts(
  { cwd }: Runner,
  scripts: readonly (readonly [string, Values])[],
  env: NodeJS.ProcessEnv,
): Promise<Ran> {
  const said = { stdout: '', stderr: '' };
  for (const [script, own] of scripts) {
    const ran = await run(cwd, program('bash'), ['-e', '-c', script], { ...env, ...own });
    said.stdout += ran.stdout;
    said.stderr += ran.stderr;
    if (ran.exitCode !== 0)
      throw new Error(`${script} ended with ${ran.exitCode}:
${ran.stdout}${ran.stderr}`);
  }
  return { ...said, exitCode: 0 };
}

const stepsIn = (cwd: string, file: string, job: string): { readonly steps: readonly Step[]; readonly env: Values } => {
  const { jobs, env = {} } = parse(read(cwd, file)) as { jobs: Record<string, { steps: Step[] }>; env?: Values };
  return { steps: jobs[job]!.steps, env };
};

/** The scripts of a job of a workflow, and of the action that installs gitcast. */
function scriptsOn(
  runner: Runner,
  workflow: string,
  job: string,
  known: Values,
): readonly (readonly [string, Values])[] {
  const { cwd } = runner;
  const { steps, env } = stepsIn(cwd, `.github/workflows/gitcast-${workflow}.yml`, job);
  const action = parse(read(cwd, '.github/actions/gitcast/action.yml')) as { runs: { steps: Step[] } };
  const valueOf = (text: string): string =>
    text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => known[expression] ?? '');
  const evaluated = (values: Values): Values =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(String(value))]));
  return steps
    .flatMap((step) => (step.uses === './.github/actions/gitcast' ? action.runs.steps : [step]))
    .flatMap((step) => (step.run === undefined ? [] : [[step.run, evaluated({ ...env, ...step.env })] as const]));
}

describe.runIf(needs('bash', 'tar'))('CI from the published package', { timeout: PATIENCE }, () => {
  it('on GitHub installs what the lockfile pins, plans a pull request and syncs a merge', async () => {
    const { festival, npm } = await openWith('github');
    const { key } = festival.credentials;
    const actions = (runner: Runner, event: string): NodeJS.ProcessEnv => ({
      ...environment(),
      ...npm,
      HOME: runner.temp,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: eventFile(runner, { pull_request: { number: 7 } }),
      GITHUB_REPOSITORY: 'orchard/festival',
      GITHUB_REF_NAME: 'main',
      RUNNER_TEMP: runner.temp,
    });
    const merged = festival.checkout('main');
    const sync = scriptsOn(merged, 'deploy', 'sync', {
      'secrets.GITCAST_KEY': key,
      'needs.check.outputs.reviewed': 'off',
      'needs.publish.outputs.published': 'true',
    });
    expect(await runScripts(merged, sync, actions(merged, 'push'))).toMatchObject({ exitCode: 0 });
    expect(await festival.titles()).toEqual(['Opening concert', 'Sunday brunch']);

    festival.edit('grand', titled(CONCERT, 'Grand opening'));
    const planned = festival.checkout('grand');
    const plan = scriptsOn(planned, 'pull-request', 'plan', { 'secrets.GITCAST_PLAN_KEY': key });
    expect(
      await runScripts(planned, plan, { ...actions(planned, 'pull_request'), GITHUB_BASE_REF: 'main' }),
    ).toMatchObject({
      exitCode: 0,
    });
    expect(read(planned.temp, 'gitcast/plan.md')).toContain('title: `Opening concert` → `Grand opening`');
    expect(read(planned.temp, 'gitcast/pull-request')).toBe('7\n');
    expect(existsSync(join(planned.temp, 'site/index.html'))).toBe(true);
  });

  it('on GitLab does the same', async () => {
    const { festival, npm } = await openWith('gitlab');
    const { key } = festival.credentials;
    const job = (runner: Runner, name: string, env: Values): Promise<Ran> => {
      const pipeline = parse(read(runner.cwd, '.gitlab-ci.yml')) as Record<
        string,
        { script: string[]; variables?: Values }
      > & {
        default: { before_script: string[] };
      };
      const { script, variables = {} } = pipeline[name]!;
      const lines = [...pipeline.default.before_script, ...script].map((line) => [line, {}] as const);
      return runScripts(runner, lines, {
        ...environment(),
        ...npm,
        HOME: runner.temp,
        CI: 'true',
        GITLAB_CI: 'true',
        CI_DEFAULT_BRANCH: 'main',
        GITCAST_OUT: join(runner.cwd, 'gitcast-out'),
        ...variables,
        ...env,
      });
    };
    const merged = festival.checkout('main');
    const variables = {
      GITCAST_KEY: key,
      GITCAST_REVIEWED: 'off',
      CI_COMMIT_BRANCH: 'main',
      GITCAST_PUBLISHED: 'true',
    };
    expect(await job(merged, 'gitcast sync', variables)).toMatchObject({ exitCode: 0 });
    expect(await festival.titles()).toEqual(['Opening concert', 'Sunday brunch']);

    festival.edit('grand', titled(CONCERT, 'Grand opening'));
    const planned = festival.checkout('grand');
    const asked = { GITCAST_PLAN_KEY: key, CI_MERGE_REQUEST_IID: '7', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' };
    expect(await job(planned, 'gitcast plan', asked)).toMatchObject({ exitCode: 0 });
    expect(read(planned.cwd, 'gitcast-out/plan.md')).toContain('title: `Opening concert` → `Grand opening`');
  });
});
