import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COVERAGE } from './coverage.ts';

const FOLDER = import.meta.dirname;
const THIS_FILE = 'coverage.test.ts';
const TITLE = /\bit\(\s*'((?:[^'\\]|\\.)*)'/g;

/** The first words of a row of `Fields.table`. */
const FIELD = /^(?![ #])([^|\n`]+?)(?: \||\n) +\/\S+ (?:takes|refuses|is|may) /gm;

const sources = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.test.ts') && name !== THIS_FILE)
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const titles = [TITLE, FIELD].flatMap((form) =>
  sources.flatMap((source) => [...source.matchAll(form)].map(([, title]) => title!)),
);

const rows = COVERAGE.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
const named = rows.flatMap((row) => row.split(' | ')[1]?.split(' ; ') ?? []);

it('every test that the coverage table names exists', () => {
  expect(named.filter((title) => !titles.includes(title))).toEqual([]);
});

it('every contract test is in the coverage table', () => {
  expect(titles.filter((title) => !named.includes(title))).toEqual([]);
});

it('every row of the coverage table names a test', () => {
  expect(rows.filter((row) => !/ \| \S/.test(row))).toEqual([]);
});

it('no two contract tests have the same title', () => {
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
