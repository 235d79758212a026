import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readers } from '../../src/import/readers.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/moving-in.md'), 'utf8');

it('the guide to moving in has a row for every source, in the order in which they are recognised', () => {
  const rows = [...guide.matchAll(/^\| (?<source>[^|]+) \| `(?<format>[a-z]+)` \|/gm)].map(({ groups }) => groups!);
  expect(rows.map(({ format }) => format)).toEqual(readers.map(({ name }) => name));
  for (const [index, { title }] of readers.entries()) expect(rows[index]!['source']).toContain(title);
});
