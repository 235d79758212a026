/** bench/results.json: the last result of each benchmark, each with its own date, commit and machine. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Result, Results } from './benchmark.ts';
import { document } from './document.ts';

/** Paths from the repository. A quick run has its own, so that it never replaces real figures. */
export interface Place {
  readonly results: string;
  readonly document: string;
}

export const KEPT: Place = { results: 'bench/results.json', document: 'docs/performance.md' };
export const QUICK: Place = { results: 'bench/.quick/results.json', document: 'bench/.quick/performance.md' };

const ROOT = join(import.meta.dirname, '../..');

export function readResults({ results }: Place): Results {
  const path = resolve(ROOT, results);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : {};
}

/** Other results stay as they are. */
export function keepResult(place: Place, name: string, result: Result): void {
  const text = JSON.stringify({ ...readResults(place), [name]: result }, short, 2);
  // As the next reader finds them, because rounding twice can differ from rounding once.
  const files = { [place.results]: `${text}\n`, [place.document]: document(JSON.parse(text) as Results) };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(resolve(ROOT, path)), { recursive: true });
    writeFileSync(resolve(ROOT, path), content);
  }
}

/** docs/performance.md as it has to be. */
export const keptDocument = (): string => document(readResults(KEPT));

/** More digits than what is measured, and enough for counts. */
const short = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;
