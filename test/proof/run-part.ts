/** Runs the test files of a part, and returns what they recorded. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { ROOT } from '../e2e/program.ts';
import { FIGURES_FILE, type Figure } from './figures.ts';
import type { Part, TestClass } from './parts.ts';
import { REPEATED } from './repeated.ts';

export interface Result {
  readonly part: Part;
  readonly rows: readonly Figure[];
  /** Sentences about what could not run. */
  readonly notRun: readonly string[];
  readonly failures: readonly string[];
  readonly seconds: number;
}

export interface Settings {
  readonly isQuick: boolean;
  readonly seed: number;
  /** False where no server is installed. */
  readonly hasPostgres: boolean;
}

/** The report of vitest, as far as it is used. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

type Outcome = Omit<Result, 'part' | 'seconds'>;

export async function runPart(part: Part, settings: Settings): Promise<Result> {
  const started = Date.now();
  const classes = (settings.isQuick ? undefined : part.full) ?? part.quick;
  // To start vitest takes longer than most tests. Those that record figures measure something, and run alone.
  const counted = classes.filter(({ what }) => what !== undefined);
  const groups = [...classes.filter(({ what }) => what === undefined).map((each) => [each]), counted];
  const results: Outcome[] = [];
  for (const group of groups.filter(({ length }) => length > 0)) {
    for (const database of group[0]!.databases ?? (['sqlite'] as const)) {
      const files = group.flatMap((each) => each.files);
      if (database === 'postgres' && !settings.hasPostgres)
        results.push({ rows: [], failures: [], notRun: [`${files.join(', ')} on PostgreSQL: no server is installed`] });
      else results.push(await runGroup(group, database, settings));
    }
  }
  return {
    part,
    rows: results.flatMap(({ rows }) => rows),
    notRun: results.flatMap(({ notRun }) => notRun),
    failures: results.flatMap(({ failures }) => failures),
    seconds: Math.round((Date.now() - started) / 1000),
  };
}

const filesOf = ({ files }: TestClass): readonly string[] =>
  files.flatMap((file) => (file === 'REPEATED' ? REPEATED : globSync(file, { cwd: ROOT })));

async function runGroup(
  group: readonly TestClass[],
  database: 'sqlite' | 'postgres',
  { isQuick, seed }: Settings,
): Promise<Outcome> {
  const named = group.flatMap(({ files }) => files).filter((file) => file !== 'REPEATED');
  const absent = named
    .filter((file) => globSync(file, { cwd: ROOT }).length === 0)
    .map((file) => `${file}: there is no such file`);
  const found = group.flatMap(filesOf);
  if (found.length === 0) return { rows: [], failures: [], notRun: absent };
  const folder = mkdtempSync(join(tmpdir(), 'gitcast-proof-'));
  try {
    const [recorded, reported] = [join(folder, 'figures.jsonl'), join(folder, 'report.json')];
    const words = ['run', '--config', 'test/proof/vitest.config.ts', '--reporter=json', `--outputFile=${reported}`];
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...words, ...found], {
      cwd: ROOT,
      env: {
        ...process.env,
        GITCAST_SEED: String(seed),
        GITCAST_PROOF: isQuick ? 'quick' : 'full',
        [FIGURES_FILE]: recorded,
        ...(database === 'postgres' && { GITCAST_TEST_DATABASE: 'postgres' }),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [exitCode]] = await Promise.all([readAll(child.stderr), once(child, 'exit')]);
    const results = existsSync(reported) ? (JSON.parse(readFileSync(reported, 'utf8')) as Report).testResults : [];
    const { failures, skipped } = readReport(results);
    // Such as an error that no test waits for.
    if (exitCode !== 0 && failures.length === 0) failures.push(`${found.join(', ')}: vitest failed outside of a test`);
    // What services under test log is of interest only then.
    if (failures.length > 0) process.stderr.write(said);
    const figures = existsSync(recorded) ? readFileSync(recorded, 'utf8').trim().split('\n') : [];
    const counts = group.flatMap((each): readonly Figure[] => {
      const own = new Set(filesOf(each).map((file) => join(ROOT, file)));
      const { tried, failures: failed } = readReport(results.filter(({ name }) => own.has(name)));
      return each.what === undefined ? [] : [{ what: each.what, tried, failed: failed.length }];
    });
    return {
      rows: [...figures.map((line) => JSON.parse(line) as Figure), ...counts],
      failures,
      notRun: [...absent, ...skipped],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(testResults: Report['testResults']) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  // A file that could not even be loaded has no tests.
  const broken = testResults.filter(({ assertionResults, message }) => assertionResults.length === 0 && message !== '');
  const skipped = tests.filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status));
  return {
    tried: tests.length - skipped.length,
    failures: [...failed, ...broken.map(({ name }) => name.replace(ROOT, ''))],
    skipped: skipped.map(({ fullName }) => `skipped: ${fullName}`),
  };
}
