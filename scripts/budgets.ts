/**
 * `npm run budgets`: counts what the project carries, and fails above budgets.json. `-- --lower` writes what is reached. A
 * part of `npm run check`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, lowered, raisedInSilence, type Row } from './budgets/compare.ts';
import { measure, type Numbers } from './budgets/measure.ts';

const root = join(import.meta.dirname, '..');
const FILE = join(root, 'budgets.json');

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** Undefined before the first commit that has it, and in a clone without history. */
function at(revision: string): Numbers | undefined {
  try {
    return JSON.parse(git('show', `${revision}:budgets.json`)) as Numbers;
  } catch {
    return undefined;
  }
}

const budgets = JSON.parse(readFileSync(FILE, 'utf8')) as Numbers;
const now = measure(root);

if (process.argv.includes('--lower')) {
  writeFileSync(FILE, `${JSON.stringify(lowered(now, budgets), null, 2)}\n`);
} else {
  const rows = compare(now, budgets);
  console.log(table(rows));
  const problems = [
    ...rows.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`])),
    ...raised(),
  ];
  if (problems.length > 0) {
    console.error(`\n${problems.join('\n')}`);
    process.exitCode = 1;
  }
}

/** Compared with the last commit, or, if this is what was committed, with the one before. */
function raised(): readonly string[] {
  const committed = at('HEAD');
  const isCommitted = JSON.stringify(committed) === JSON.stringify(budgets);
  const base = isCommitted ? 'HEAD^' : 'HEAD';
  const before = at(base);
  if (before === undefined) return [];
  const added = git('diff', '--no-renames', '--name-only', '--diff-filter=A', base, '--', 'docs/decisions').split('\n');
  const untracked = git('ls-files', '--others', '--exclude-standard', '--', 'docs/decisions').split('\n');
  const decisions = [...added, ...untracked].filter(Boolean).map((file) => readFileSync(join(root, file), 'utf8'));
  return raisedInSilence(before, budgets, decisions);
}

function table(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, counted: unknown, budget: unknown, mark = ''): string =>
    `${name.padEnd(width)} ${String(counted).padStart(8)} ${String(budget).padStart(8)}${mark}`;
  const lines = rows.map(({ name, now: counted, budget, problem }) =>
    line(name, counted ?? '–', budget ?? '–', problem === undefined ? '' : '  ✗'),
  );
  return [line('', 'now', 'budget'), ...lines].join('\n');
}
