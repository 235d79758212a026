import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCHMARKS } from '../../bench/benchmarks.ts';
import { document } from '../../bench/suite/document.ts';
import type { Result } from '../../bench/suite/benchmark.ts';
import { keepResult, KEPT, keptDocument, readResults } from '../../bench/suite/results.ts';
import { folderOfFile } from '../temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = folderOfFile();

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
    expect(readFileSync(join(ROOT, KEPT.document), 'utf8')).toBe(keptDocument());
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

  it('shows every figure, those with an aim in a table, and the medians of all contestants', () => {
    const { figures } = result();
    const text = document({ cold: result({ figures: [...figures, { name: 'time', value: 5, unit: 's' }] }) });
    expect(text).toContain('| relative to Hugo | 0.650 | at most 0.7 |');
    expect(text).toContain('| memory | 700 MB | at most 600 MB, **missed** |');
    expect(text).toContain('1 of 2 aims are met');
    expect(text).toContain('`npm run bench -- cold`, 2027-01-01, `1234567890`.');
    expect(text).toContain('gitcast 6 s; Hugo 0.111.3 9 s; time 5 s.');
    expect(text).toContain('Zola is skipped: it is not here.');
  });

  it('says once what stands in the way of several aims', () => {
    const missed = ['relative to Hugo', 'relative to Eleventy'].map((name) => ({ name, value: 2, aim: { most: 1 } }));
    const [reason] = /^Missed: .*$/m.exec(document({ cold: result({ figures: missed }) }))!;
    expect(reason).toBe(`Missed: ${BENCHMARKS[0]!.about.obstacles!['relative to Hugo']}`);
  });

  it('marks the figures of a quick run', () => {
    expect(document({ cold: result({ isQuick: true }) })).toContain('A quick run with small sizes');
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
  expect(text).toContain('`earlier`');
  expect(text).toBe(document(readResults(place)));
});
