/**
 * Runs the tests against mutants, one mutant at a time in each of two copies of the repository, never in place. The tests
 * nearest to the source come first, and the first that fails is enough.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ROOT } from '../../e2e/program.ts';
import type { Mutant } from './mutants-of.ts';

export interface Placed extends Mutant {
  /** Below the repository. */
  readonly file: string;
}

export interface Fate {
  readonly mutant: Placed;
  /** What noticed it; undefined where it lives. */
  readonly killedBy: string | undefined;
  readonly seconds: number;
}

interface Stage {
  readonly name: string;
  readonly words: readonly string[];
}

const tests = (folder: string, ...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/${folder}/${name}.test.ts`);

const UNITS: Readonly<Record<string, Stage>> = {
  plan: { name: 'test/plan', words: ['test/plan/'] },
  apply: { name: 'test/plan and test/apply', words: ['test/plan/', 'test/apply/'] },
  state: {
    name: 'the tests of test/state without git',
    words: tests('state', 'replay', 'merge-states', 'state-file', 'run-note', 'digest', 'file-store', 'lock'),
  },
};

const WITH_GIT: Stage = { name: 'test/state', words: ['test/state/'] };
const KNOWN: Stage = { name: 'the known histories', words: ['test/histories/histories.test.ts', '-t', 'settles: '] };
const SYNCS: Stage = {
  name: 'test/sync',
  words: tests(
    'sync',
    'guard',
    'move',
    'unfinished',
    'state-lost',
    'pointers',
    'saved-plan',
    'lost-reply',
    'drift',
    'secrets',
  ),
};

const stagesFor = (file: string): readonly Stage[] => {
  const folder = file.split('/')[1]!;
  return [UNITS[folder]!, ...(folder === 'state' ? [WITH_GIT] : []), KNOWN, SYNCS];
};

const COPIES = 2;
const LEFT_OUT = new Set(['node_modules', '.git', '.gitcast', 'dist', 'lib']);

/** Throws where the tests fail without a mutant, since every mutant would seem to be noticed then. */
export async function runMutants(
  mutants: readonly Placed[],
  onFate: (fate: Fate, done: number) => void,
): Promise<readonly Fate[]> {
  const copies = Array.from({ length: COPIES }, makeCopy);
  const fates: Fate[] = [];
  const queue = [...mutants];
  try {
    const limits = await measure(copies[0]!, mutants);
    await Promise.all(
      copies.map(async (copy) => {
        for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
          const fate = await fateOf(mutant, copy, limits);
          onFate(fate, fates.push(fate));
        }
      }),
    );
    return fates;
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  }
}

function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'gitcast-mutants-'));
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** How long each stage may take: a mutant may turn a loop into one without end. */
async function measure(copy: string, mutants: readonly Placed[]): Promise<ReadonlyMap<string, number>> {
  const stages = new Map(mutants.flatMap(({ file }) => stagesFor(file)).map((stage) => [stage.name, stage]));
  const limits = new Map<string, number>();
  for (const [name, stage] of stages) {
    const started = Date.now();
    const { passed, said } = await runStage(stage, copy, 600_000);
    if (!passed) throw new Error(`${name} fails without any mutant:\n${said.slice(-3000)}`);
    limits.set(name, (Date.now() - started) * 4 + 10_000);
  }
  return limits;
}

async function fateOf(mutant: Placed, copy: string, limits: ReadonlyMap<string, number>): Promise<Fate> {
  const started = Date.now();
  const file = join(copy, mutant.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end));
  const seconds = (): number => (Date.now() - started) / 1000;
  try {
    for (const stage of stagesFor(mutant.file)) {
      const { passed } = await runStage(stage, copy, limits.get(stage.name)!);
      if (!passed) return { mutant, killedBy: stage.name, seconds: seconds() };
    }
    return { mutant, killedBy: undefined, seconds: seconds() };
  } finally {
    writeFileSync(file, source);
  }
}

function runStage({ words }: Stage, copy: string, limit: number): Promise<{ passed: boolean; said: string }> {
  const config = ['--config', 'test/proof/mutants/vitest.config.ts', '--bail', '1'];
  return new Promise((resolve) => {
    // A group of its own, so that what a test has started ends with it.
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...words], {
      cwd: copy,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    const tooLong = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), limit);
    child.on('close', (code) => {
      clearTimeout(tooLong);
      resolve({ passed: code === 0, said: Buffer.concat(said).toString() });
    });
  });
}
