/**
 * Runs the tests against mutants in two copies of the repository, never in place. First the tests nearest to a source, for
 * all of its mutants in one process; what these do not notice is tried alone, with tests that take longer. The first test
 * that fails is enough.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Assignment } from './assignment.ts';
import type { Numbered } from './instrument.ts';
import { ROOT } from '../../e2e/program.ts';
import type { Mutant } from './mutants-of.ts';
import { reasonToLive } from './survivors.ts';

export interface Placed extends Mutant {
  /** Below the repository. */
  readonly file: string;
}

export interface Fate {
  readonly mutant: Placed;
  /** What noticed it; undefined where it lives. */
  readonly killedBy: string | undefined;
}

/** Files of tests, and for `vitest` which of them. */
interface Stage {
  readonly name: string;
  readonly words: readonly string[];
}

const tests = (folder: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/${folder}/${name}.test.ts`);

/** Quick ones, which can be run for many mutants in one process. */
const NEAR: Readonly<Record<string, readonly string[]>> = {
  plan: tests('plan', 'make-plan', 'guard', 'deletions', 'leftovers', 'twins', 'recognition'),
  apply: [],
  state: tests('state', 'replay', 'merge-states', 'state-file', 'run-note', 'digest'),
};

const STATE: Stage = { name: 'test/state', words: ['test/state/'] };
const KNOWN: Stage = { name: 'the known histories', words: ['test/histories/histories.test.ts', '-t', 'settles: '] };
const SYNCS: Stage = {
  name: 'test/sync',
  words: tests('sync', 'guard', 'move', 'unfinished', 'state-lost', 'pointers', 'saved-plan', 'lost-reply', 'drift'),
};

const folderOf = (file: string): string => file.split('/')[1]!;

const stagesFor = (file: string): readonly Stage[] =>
  folderOf(file) === 'state' ? [STATE, KNOWN, SYNCS] : [KNOWN, SYNCS];

const COPIES = 2;
/** Of the mutants of a file, so many are tried in one process. */
const IN_ONE_PROCESS = 60;
/** A loop that has become one without end keeps everything waiting. */
const LONGEST_SILENCE = 60_000;
const LEFT_OUT = new Set(['node_modules', '.git', '.gitcast', 'dist', 'lib']);

/** Throws where the tests fail without a mutant, since every mutant would seem to be noticed then. */
export async function runMutants(
  mutants: readonly Placed[],
  onFate: (fate: Fate, done: number) => void,
): Promise<readonly Fate[]> {
  const copies = Array.from({ length: COPIES }, makeCopy);
  const fates: Fate[] = [];
  const finish = (fate: Fate): void => onFate(fate, fates.push(fate));
  try {
    const limits = await measure(copies[0]!, mutants);
    const left: Placed[] = [];
    await shared(batchesOf(mutants), copies, async (batch, copy) => {
      const killed = await killedNearby(batch, copy);
      for (const [index, mutant] of batch.entries()) {
        if (killed.has(index + 1)) finish({ mutant, killedBy: `test/${folderOf(mutant.file)}` });
        // The tests that take long would find out in a minute or two what is written down.
        else if (reasonToLive(mutant) !== undefined) finish({ mutant, killedBy: undefined });
        else left.push(mutant);
      }
    });
    await shared(left, copies, async (mutant, copy) => finish(await fateOf(mutant, copy, limits)));
    return fates;
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
}

/** Each piece of work is done once, in whichever copy is free. */
async function shared<T>(work: readonly T[], copies: readonly string[], act: (each: T, copy: string) => Promise<void>) {
  const queue = [...work];
  const takeSome = async (copy: string): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await act(next, copy);
  };
  await Promise.all(copies.map(takeSome));
}

function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'gitcast-mutants-'));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const batchesOf = (mutants: readonly Placed[]): readonly (readonly Placed[])[] =>
  [...Map.groupBy(mutants, ({ file }) => file).values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / IN_ONE_PROCESS) }, (_, index) =>
      all.slice(index * IN_ONE_PROCESS, (index + 1) * IN_ONE_PROCESS),
    ),
  );

/** The numbers of those, counted from 1, that the tests of their own folder notice. */
async function killedNearby(batch: readonly Placed[], copy: string): Promise<ReadonlySet<number>> {
  const { file } = batch[0]!;
  const near = NEAR[folderOf(file)]!.filter((test) => existsSync(join(copy, test)));
  const numbered = batch.map((mutant, index): Numbered => ({ ...mutant, id: index + 1 }));
  const killed = new Set<number>();
  // What is made while a module is loaded is made before any of them is switched on.
  let left = near.length === 0 ? [] : numbered.filter(({ isEarly }) => !isEarly);
  while (left.length > 0) {
    const { started, ...found } = await tryOneByOne({ file, mutants: left, tests: near }, copy);
    for (const id of found.killed) killed.add(id);
    if (started.length === 0) throw new Error(`the mutants of ${file} cannot be tried:\n${found.said.slice(-3000)}`);
    // It got stuck with the last that it began, which is as good as noticed.
    const last = started.at(-1)!;
    if (!found.ended.has(last)) killed.add(last);
    left = left.filter(({ id }) => !started.includes(id));
  }
  return killed;
}

async function tryOneByOne(given: Omit<Assignment, 'report'>, copy: string) {
  const [report, assignment] = [join(copy, 'mutants.txt'), join(copy, 'mutants.json')];
  writeFileSync(report, '');
  writeFileSync(assignment, JSON.stringify({ ...given, report } satisfies Assignment));
  const { said } = await vitest(copy, [], { env: { GITCAST_MUTANTS: assignment }, isStuck: silence(report) });
  const lines = readFileSync(report, 'utf8').split('\n');
  const numbers = (what: string): readonly number[] =>
    lines.flatMap((line) => (line.startsWith(`${what} `) ? [Number(line.split(' ')[1])] : []));
  return { said, started: numbers('start'), killed: numbers('killed'), ended: new Set(numbers('end')) };
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

/** How long each stage may take. */
async function measure(copy: string, mutants: readonly Placed[]): Promise<ReadonlyMap<string, number>> {
  const near = new Set(mutants.flatMap(({ file }) => NEAR[folderOf(file)]!));
  const stages: readonly Stage[] = [
    { name: 'the nearest tests', words: [...near].filter((test) => existsSync(join(copy, test))) },
    ...new Map(mutants.flatMap(({ file }) => stagesFor(file)).map((stage) => [stage.name, stage])).values(),
  ];
  const limits = new Map<string, number>();
  for (const { name, words } of stages) {
    const started = Date.now();
    const { passed, said } = await vitest(copy, words, {});
    if (!passed) throw new Error(`${name} fails without any mutant:\n${said.slice(-3000)}`);
    limits.set(name, (Date.now() - started) * 4 + 10_000);
  }
  return limits;
}

async function fateOf(mutant: Placed, copy: string, limits: ReadonlyMap<string, number>): Promise<Fate> {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end));
  const near = NEAR[folderOf(mutant.file)]!.filter((test) => existsSync(join(copy, test)));
  const early = mutant.isEarly && near.length > 0 ? [{ name: 'the nearest tests', words: near }] : [];
  try {
    for (const { name, words } of [...early, ...stagesFor(mutant.file)]) {
      const until = Date.now() + limits.get(name)!;
      const { passed } = await vitest(copy, words, { isStuck: () => Date.now() > until });
      if (!passed) return { mutant, killedBy: name };
    }
    return { mutant, killedBy: undefined };
  } finally {
    writeFileSync(file, source);
  }
}

interface Running {
  readonly env?: Readonly<Record<string, string>>;
  readonly isStuck?: () => boolean;
}

function vitest(copy: string, words: readonly string[], { env, isStuck }: Running) {
  const bail = env ? [] : ['--bail', '1'];
  const config = ['--config', 'test/proof/mutants/vitest.config.ts'];
  return new Promise<{ passed: boolean; said: string }>((resolve) => {
    // A group of its own, so that what a test has started ends with it.
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...bail, ...words], {
      cwd: copy,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    const watching = setInterval(() => isStuck?.() && process.kill(-child.pid!, 'SIGKILL'), 1000);
    child.on('close', (code) => {
      clearInterval(watching);
      resolve({ passed: code === 0, said: Buffer.concat(said).toString() });
    });
  });
}
