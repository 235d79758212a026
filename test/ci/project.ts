/**
 * A project as a host has it: a bare repository, a person who works on it in a clone, runners that each make a fresh clone
 * and run the steps of the workflow, and the service, started as `gitcast serve`.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { afterwards, read, temporaryFolder, write } from './folders.ts';
import { environment, git, run, type Ran } from './run.ts';
import { installed, lock, packed, quickNpm } from './workshop.ts';
import { startGitcast, warmGitcast } from './warm-programs.ts';
import { ownProgram, program } from '../programs.ts';

export interface Service {
  readonly url: string;
  readonly userId: string;
  readonly broadcastId: string;
  readonly key: string;
}

export interface Project {
  readonly service: Service;
  readonly bin: string;
  readonly origin: string;
  /** The clone of a person who works on the content. */
  readonly author: string;
  /** A call of the service, as the web editor makes it. */
  readonly call: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
}

export async function openProject(
  host: string,
  { state = 'git', publish, program }: { state?: string; publish?: string; program?: string } = {},
): Promise<Project> {
  const gitcast = program ?? (await warmGitcast());
  const folder = temporaryFolder();
  const [origin, author] = [join(folder, 'origin.git'), join(folder, 'author')];
  const service = await serve(folder);
  const bin = quickNpm(installed(join(folder, 'bin'), gitcast));
  git(folder, 'init', '--quiet', '--bare', '--initial-branch', 'main', origin);
  git(folder, 'clone', '--quiet', origin, author);
  await initialise(author, bin, '--ci', 'none', '--quiet');
  // Two events are enough to tell what happens to them.
  for (const name of ['apple-tales', 'cider-press', 'last-song']) rmSync(join(author, `content/events/${name}.yaml`));
  makeReal(join(author, 'content'));
  const { url, userId, broadcastId } = service;
  const config = read(author, 'gitcast.config.yaml').replace(/^defaultTarget: local[^]*/m, '');
  write(
    author,
    'gitcast.config.yaml',
    `${config
      .replace('# url: https://orchard.example', 'url: https://orchard.example')
      .replace('state: git', `state: ${state}`)}defaultTarget: production
targets:
  production:
    baseUrl: ${url}
    userId: ${userId}
    broadcastId: ${broadcastId}
    key: { $env: GITCAST_KEY }
`,
  );
  await initialise(author, bin, '--ci', host, '--quiet', ...(publish === undefined ? [] : ['--publish', publish]));
  lock(author, packed(join(folder, 'packed'), gitcast));
  push(author, 'Start');
  // The service's broadcast has this name: another one would be a conflict, which is not tested here.
  const path = `users/${userId}/broadcasts/${broadcastId}`;
  const headers = { 'x-api-key': service.key, 'content-type': 'application/json' };
  await fetch(`${url}/v1/${path}`, { method: 'PATCH', headers, body: JSON.stringify({ name: 'Orchard weekend' }) });
  return { service, bin, origin, author, call: caller(service) };
}

/** The examples of the starter, without the lines that mark them as examples. */
function makeReal(content: string): void {
  for (const entry of readdirSync(content, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:yaml|md)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\$example: true.*\n/m, ''));
  }
}

export async function initialise(cwd: string, bin: string, ...words: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await run(cwd, ownProgram('gitcast'), ['init', ...words], environment([bin]));
  if (exitCode !== 0) throw new Error(`gitcast init ${words.join(' ')}: ${stderr}`);
}

export async function serve(folder: string): Promise<Service> {
  const database = join(folder, 'service.db');
  const words = ['serve', '--json', '--port', '0', '--database', database, '--rate-limit', '0'];
  const { said, stop } = await startGitcast(folder, ...words);
  afterwards(stop);
  return JSON.parse(said.split('\n')[0]!) as Service;
}

export const caller =
  ({ url, key }: Service): Project['call'] =>
  async (method, path, body) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} is answered with ${response.status}`);
    return (await response.json()) as Record<string, unknown>;
  };

/** Commits everything and pushes the current branch. */
export function push(clone: string, message: string): string {
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '--message', message);
  git(clone, 'push', '--quiet', '--set-upstream', 'origin', 'HEAD');
  return git(clone, 'rev-parse', 'HEAD').trim();
}

export interface Runner {
  readonly cwd: string;
  /** The runner's folder for files outside the checkout. */
  readonly temp: string;
}

/** A runner's fresh checkout of a branch. */
export function checkout({ origin }: Project, branch: string, { depth = 1 }: { depth?: number } = {}): Runner {
  const temp = temporaryFolder();
  const cwd = join(temp, 'checkout');
  const shallow = depth > 0 ? ['--depth', String(depth)] : [];
  git(temp, 'clone', '--quiet', ...shallow, '--branch', branch, `file://${origin}`, cwd);
  return { cwd, temp };
}

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Surroundings {
  /** The values of the step's expressions. */
  readonly expressions: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly path?: readonly string[];
}

export interface RanStep extends Ran {
  /** The outputs of the step, for later jobs. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The job's page. */
  readonly summary: string;
}

/** Runs the script of a workflow step, as in the workflow of this checkout. */
export async function runStep(runner: Runner, step: StepName, surroundings: Surroundings): Promise<RanStep> {
  const { script, env } = scriptOf(runner, step, surroundings);
  const [output, summary] = [write(runner.temp, 'output', ''), write(runner.temp, 'summary', '')];
  const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  const ran = await run(runner.cwd, program('sh'), ['-e', '-c', script], { ...env, ...files });
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  const outputs = Object.fromEntries(lines.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]));
  return { ...ran, outputs, summary: readFileSync(summary, 'utf8') };
}

/**
 * Starts such a step and cancels it when `isDue` returns true, as GitHub's runner does: it signals only the process that it
 * started, by SIGINT and later by SIGTERM, and once that has ended it kills the rest.
 */
export async function cancelStep(
  runner: Runner,
  step: StepName,
  { isDue, ...surroundings }: Surroundings & { readonly isDue: () => boolean },
): Promise<Pick<Ran, 'exitCode'>> {
  const { script, env } = scriptOf(runner, step, surroundings);
  const file = write(runner.temp, 'step.sh', script);
  const child = spawn(program('bash'), ['-e', file], { cwd: runner.cwd, env, detached: true, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  while (!isDue() && child.exitCode === null) await wait(5);
  child.kill('SIGINT');
  await wait(50);
  child.kill('SIGTERM');
  const exitCode = await ended;
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
  return { exitCode };
}

type StepName = readonly [workflow: string, job: string];

function scriptOf(
  { cwd, temp }: Runner,
  [workflow, job]: StepName,
  { expressions, env = {}, path = [] }: Surroundings,
) {
  const { jobs } = parse(read(cwd, `.github/workflows/gitcast-${workflow}.yml`)) as {
    jobs: Record<string, { steps: Step[] }>;
  };
  const [step, ...others] = jobs[job]!.steps.filter((each) => each.run !== undefined);
  if (!step || others.length > 0) throw new Error(`${workflow} ${job} should have one script`);
  const known: Readonly<Record<string, string>> = { 'runner.temp': temp, ...expressions };
  const evaluated = Object.entries(step.env ?? {}).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
      // A secret or a variable that is not set is empty.
      const value = known[expression] ?? (/^(?:secrets|vars)\./.test(expression) ? '' : undefined);
      if (value === undefined) throw new Error(`the test does not know ${expression}`);
      return value;
    }),
  ]);
  const {
    GIT_AUTHOR_NAME: _,
    GIT_AUTHOR_EMAIL: __,
    GIT_COMMITTER_NAME: ___,
    GIT_COMMITTER_EMAIL: ____,
    ...clean
  } = environment(path);
  const actions = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'orchard/festival', GITHUB_WORKSPACE: cwd, CI: 'true' };
  return { script: step.run!, env: { ...clean, ...actions, ...Object.fromEntries(evaluated), ...env } };
}
