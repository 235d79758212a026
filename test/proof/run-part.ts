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

export async function runPart(part: Part, settings: Settings): Promise<Result> {
  const started = Date.now();
  const classes = (settings.isQuick ? undefined : part.full) ?? part.quick;
  const results: Omit<Result, 'part' | 'seconds'>[] = [];
  for (const each of classes) {
    for (const database of each.databases ?? (['sqlite'] as const)) {
      if (database === 'postgres' && !settings.hasPostgres)
        results.push({
          rows: [],
          failures: [],
          notRun: [`${each.files.join(', ')} on PostgreSQL: no server is installed`],
        });
      else results.push(await runClass(each, database, settings));
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

async function runClass(
  { what, files }: TestClass,
  database: 'sqlite' | 'postgres',
  { isQuick, seed }: Settings,
): Promise<Omit<Result, 'part' | 'seconds'>> {
  const missing = files.filter((file) => file !== 'REPEATED' && globSync(file, { cwd: ROOT }).length === 0);
  const found = files.flatMap((file) => (file === 'REPEATED' ? REPEATED : globSync(file, { cwd: ROOT })));
  const absent = missing.map((file) => `${file}: there is no such file`);
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
    // What services under test log is of interest only if something failed.
    const [said] = await Promise.all([readAll(child.stderr), once(child, 'exit')]);
    const report = existsSync(reported) ? readReport(JSON.parse(readFileSync(reported, 'utf8')) as Report) : undefined;
    if (!report || report.failures.length > 0) process.stderr.write(said);
    if (!report) return { rows: [], notRun: absent, failures: [`${found.join(', ')}: vitest ended without a report`] };
    const figures = existsSync(recorded) ? readFileSync(recorded, 'utf8').trim().split('\n') : [];
    const { rows, ...rest } = report;
    return {
      rows: [...figures.map((line) => JSON.parse(line) as Figure), ...(what === undefined ? [] : [{ what, ...rows }])],
      failures: rest.failures,
      notRun: [...absent, ...rest.skipped],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport({ testResults }: Report) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  // A file that could not even be loaded has no tests.
  const broken = testResults.filter(({ assertionResults, message }) => assertionResults.length === 0 && message !== '');
  const failures = [...failed, ...broken.map(({ name }) => name.replace(`${ROOT}/`, ''))];
  const skipped = tests.filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status));
  const tried = tests.length - skipped.length;
  return {
    rows: { tried, failed: failures.length },
    failures,
    skipped: skipped.map(({ fullName }) => `skipped: ${fullName}`),
  };
}
