/**
 * Holds mutants against tests. All of them are in the sources at once, and one at a time is switched on. First every test is
 * run with none of them, and notes which it comes to; then each mutant is held against the tests that come to it, the
 * quickest first, until one fails.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../e2e/program.ts';
import type { Assignment, Hunt, Reached, Tried } from './assignment.ts';
import type { Numbered } from './instrument.ts';
import type { Mutant } from './mutants-of.ts';

export interface Placed extends Mutant {
  /** Below the repository. */
  readonly file: string;
}

export interface Fate {
  readonly mutant: Placed;
  /** The test that noticed it; undefined where it lives. */
  readonly killedBy: string | undefined;
}

/** Tests that run in this process, and do not take long for one mutant. */
const TESTS = ['values', 'plan', 'apply', 'state', 'sync', 'histories', 'cli', 'project', 'pull'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);
/** These start programs, or wait for what others do. */
const LEFT_OUT =
  /\/(git-race|git-crash|crash|repeated-kills|variants|cancelled|serve|build|build-jobs|init)\.test\.ts$/;
/** The random ones are for the proof of histories. */
const TOO_LONG = 5000;
/** Of the tests that come to a mutant, those that take so long together. */
const LONGEST = 30_000;
const IN_ONE_PROCESS = 40;
/** A loop that has become one without end keeps everything waiting. */
const LONGEST_SILENCE = 90_000;

export interface MutantRun {
  readonly onFate: (fate: Fate, done: number) => void;
  /** Patterns of the test files to hold them against. */
  readonly tests?: readonly string[];
  readonly atOnce?: number;
}

/** Throws where the tests fail without a mutant, since every mutant would seem to be noticed then. */
export async function runMutants(
  mutants: readonly Placed[],
  { onFate, tests = TESTS, atOnce = 2 }: MutantRun,
): Promise<readonly Fate[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-mutants-'));
  const fates: Fate[] = [];
  const finish = (fate: Fate): void => onFate(fate, fates.push(fate));
  try {
    const numbered = mutants.map((mutant, index): Numbered => ({ ...mutant, id: index + 1 }));
    const files = globSync(tests, { cwd: ROOT }).filter((file) => !LEFT_OUT.test(file));
    const reached = await reachedBy(numbered, { files, folder, atOnce });
    const hunts = numbered.map((mutant) => huntFor(mutant, reached));
    await inTurns(batchesOf(hunts, numbered), atOnce, async (batch) => {
      const killed = await hunted(batch, numbered, folder);
      for (const { id } of batch) finish({ mutant: numbered[id - 1]!, killedBy: killed.get(id) });
    });
    return fates;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inTurns<T>(work: readonly T[], atOnce: number, act: (each: T) => Promise<void>): Promise<void> {
  const queue = [...work];
  const takeSome = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await act(next);
  };
  // All of them end before a failure is passed on, since the caller removes what they work with.
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, takeSome));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

interface Reaching {
  readonly files: readonly string[];
  readonly folder: string;
  readonly atOnce: number;
}

async function reachedBy(
  mutants: readonly Numbered[],
  { files, folder, atOnce }: Reaching,
): Promise<readonly Reached[]> {
  const shares = Math.min(atOnce * 4, files.length);
  const shared = Array.from({ length: shares }, (_, share) => files.filter((__, at) => at % shares === share));
  const all: Reached[] = [];
  await inTurns(shared, atOnce, async (reach) => {
    const { said, passed, lines } = await vitest<Reached>({ mutants, reach }, folder, ['-t', '^(?!.*random ones)']);
    if (!passed) throw new Error(`tests fail without any mutant:\n${said.slice(-3000)}`);
    all.push(...lines);
  });
  return all.filter(({ milliseconds }) => milliseconds < TOO_LONG).sort((a, b) => a.milliseconds - b.milliseconds);
}

function huntFor({ id, file, isEarly }: Numbered, reached: readonly Reached[]): Hunt {
  // What is made while a module is loaded is not made by a test: those of its folder have to notice it.
  if (isEarly) {
    const near = globSync(`test/${file.split('/')[1]}/**/*.test.ts`, { cwd: ROOT }).filter(
      (each) => !LEFT_OUT.test(each),
    );
    return { id, tests: Object.fromEntries(near.map((each) => [each, null])) };
  }
  let left = LONGEST;
  const tests = reached.filter(({ ids, milliseconds }) => ids.includes(id) && (left -= milliseconds) > 0);
  const titles = Map.groupBy(tests, (each) => each.file);
  return { id, tests: Object.fromEntries([...titles].map(([each, some]) => [each, some.map(({ title }) => title)])) };
}

/** One that is made while a module is loaded needs a process of its own. */
function batchesOf(hunts: readonly Hunt[], mutants: readonly Numbered[]): readonly (readonly Hunt[])[] {
  const { true: early = [], false: late = [] } = Object.groupBy(hunts, ({ id }) => `${mutants[id - 1]!.isEarly}`);
  const count = Math.ceil(late.length / IN_ONE_PROCESS);
  return [
    ...Array.from({ length: count }, (_, at) => late.slice(at * IN_ONE_PROCESS, (at + 1) * IN_ONE_PROCESS)),
    ...early.map((hunt) => [hunt]),
  ];
}

/** What killed each of them. */
async function hunted(
  batch: readonly Hunt[],
  mutants: readonly Numbered[],
  folder: string,
): Promise<ReadonlyMap<number, string>> {
  const killed = new Map<number, string>();
  let left = batch.filter(({ tests }) => Object.keys(tests).length > 0);
  while (left.length > 0) {
    const { said, lines } = await vitest<Tried>({ mutants, hunts: left }, folder);
    const started = lines.filter(({ is }) => is === 'started').map(({ id }) => id);
    if (started.length === 0) throw new Error(`mutants cannot be tried:\n${said.slice(-3000)}`);
    for (const { id, is, by } of lines) if (is === 'killed') killed.set(id, by!);
    // It got stuck with the last that it began, which is as good as noticed.
    const last = started.at(-1)!;
    if (!lines.some(({ id, is }) => id === last && is === 'ended')) killed.set(last, 'it never ended');
    left = left.filter(({ id }) => !started.includes(id));
  }
  return killed;
}

let processes = 0;

function vitest<Line>(given: Omit<Assignment, 'report'>, folder: string, words: readonly string[] = []) {
  const name = join(folder, String(++processes));
  const [report, assignment] = [`${name}.txt`, `${name}.json`];
  writeFileSync(report, '');
  writeFileSync(assignment, JSON.stringify({ ...given, report } satisfies Assignment));
  return new Promise<{ passed: boolean; said: string; lines: readonly Line[] }>((resolve) => {
    const config = ['--config', 'test/proof/mutants/vitest.config.ts'];
    // A group of its own, so that what a test has started ends with it.
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...words], {
      cwd: ROOT,
      env: { ...process.env, GITCAST_MUTANTS: assignment },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    const isStuck = silence(report);
    const watching = setInterval(() => isStuck() && process.kill(-child.pid!, 'SIGKILL'), 1000);
    child.on('close', (code) => {
      clearInterval(watching);
      const lines = readFileSync(report, 'utf8').split('\n').slice(0, -1);
      resolve({
        passed: code === 0,
        said: Buffer.concat(said).toString(),
        lines: lines.map((line) => JSON.parse(line) as Line),
      });
    });
  });
}

/** Whether a file has not grown for too long. */
function silence(file: string): () => boolean {
  let [size, since] = [-1, Date.now()];
  return () => {
    const { length } = readFileSync(file);
    if (length !== size) [size, since] = [length, Date.now()];
    return Date.now() - since > LONGEST_SILENCE;
  };
}
