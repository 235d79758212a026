import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../../bench/benchmarks.ts';
import { document } from '../../bench/suite/document.ts';
import type { Result } from '../../bench/suite/benchmark.ts';
import { documentFiles, keepResult, KEPT, readResults } from '../../bench/suite/results.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gitcast-'));
afterAll(() => rmSync(folder, { recursive: true }));

const result = (changes: Partial<Result> = {}): Result => ({
  date: '2027-01-01',
  commit: '1234567890',
  machine: 'A machine, 2 cores',
  minutes: 3,
  isQuick: false,
  figures: [
    { name: 'relative to Hugo', value: 0.65, spread: [0.6, 0.7], aim: { most: 0.7 } },
    { name: 'memory', value: 700, unit: 'MB', aim: { most: 600 } },
  ],
  series: [
    { name: 'gitcast', values: { s: [6, 5, 7] } },
    { name: 'Hugo 0.111.3', values: { s: [9, 8, 10] } },
  ],
  skipped: [{ name: 'Zola', reason: 'it is not here' }],
  ...changes,
});

describe('docs/performance.md', () => {
  it('is what its results in bench/results.json make of it', () => {
    for (const [path, text] of Object.entries(documentFiles(KEPT, readResults(KEPT))))
      expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
  });

  it('is made of full runs only, each with its date, its commit and its machine', () => {
    for (const [name, { isQuick, date, commit, machine }] of Object.entries(readResults(KEPT))) {
      expect(isQuick, name).toBe(false);
      expect([date, commit, machine].every(Boolean), name).toBe(true);
    }
  });

  it('explains only aims that a benchmark has', () => {
    const results = readResults(KEPT);
    const stale = BENCHMARKS.filter(({ name }) => results[name]).flatMap(({ name, about }) => {
      const known = new Set(results[name]!.figures.map((figure) => figure.name));
      return Object.keys(about.obstacles ?? {}).filter((figure) => !known.has(figure));
    });
    expect(stale).toEqual([]);
  });

  it('shows every figure with its spread, its aim and whether it is met', () => {
    const { text } = document({ cold: result() });
    expect(text).toContain('| relative to Hugo | 0.650 | 0.600 to 0.700 | at most 0.7 | met |');
    expect(text).toContain('| memory | 700 MB |  | at most 600 MB | missed |');
    expect(text).toContain('1 of 2 aims are met');
    expect(text).toContain('`npm run bench -- cold`, 2027-01-01, commit `1234567890`, 3 minutes');
    expect(text).toContain('| Hugo 0.111.3 | 3 | 9 (8 to 10) |');
    expect(text).toContain('Zola is skipped: it is not here.');
  });

  it('leaves a peer that was not measured out of the summary', () => {
    const [summary] = /^- \[Cold build\].*$/m.exec(document({ cold: result() }).text)!;
    expect(summary).toBe(
      "- [Cold build](#cold-build): 0.650 of Hugo's time, 700 MB of memory. Missed: memory (700 MB, aim: at most 600 MB).",
    );
  });

  it('marks the figures of a quick run', () => {
    expect(document({ cold: result({ isQuick: true }) }).text).toContain('A quick run with small sizes');
  });

  it('draws a bar for each contestant', () => {
    const { plots, text } = document({ cold: result() });
    expect(text).toContain('![Cold build](performance/cold.svg)');
    expect(plots['cold']).toContain('>gitcast</text>');
    expect(plots['cold']).toContain('>9 s</text>');
  });
});

it('a run of one benchmark keeps the results of the others', () => {
  const place = { results: join(folder, 'results.json'), document: join(folder, 'performance.md') };
  keepResult(place, 'cold', result({ commit: 'earlier' }));
  const figures = [{ name: 'ratio', value: 1.23499999 }];
  keepResult(place, 'warm', result({ commit: 'later', figures }));
  const commits = Object.entries(readResults(place)).map(([name, { commit }]) => [name, commit]);
  expect(commits).toEqual([
    ['cold', 'earlier'],
    ['warm', 'later'],
  ]);
  const text = readFileSync(place.document, 'utf8');
  expect(text).toContain('commit `earlier`');
  expect(text).toBe(document(readResults(place)).text);
  expect(readFileSync(join(folder, 'performance/cold.svg'), 'utf8')).toContain('<svg');
});
