import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue, codes as allCodes } from '../../src/diagnostics/catalogue.ts';
import { siteCodes } from '../../src/diagnostics/codes/site.ts';
import { broadcastRules, valueRules } from '../../src/model/rules/registry.ts';
import { expected, fixtures, found } from './fixture.ts';

/** Those of the site are found by a build, and tested with it. */
const codes = allCodes.filter((code) => !Object.hasOwn(siteCodes, code));

describe('the fixture of each code has that problem and no other', () => {
  test.each(codes.map((code) => [code, catalogue[code].title] as const))('%s: %s', (code) => {
    expect(found(code)).toEqual(expected(code));
    expect(new Set(expected(code).map((each) => each.code))).toEqual(new Set([code]));
  });
});

test('every fixture is that of a code', () => {
  expect([...fixtures].sort()).toEqual([...codes].sort());
});

test('every code is given by a rule, or named by what reads files and settings', () => {
  const byRules = new Set([...valueRules, ...broadcastRules].flatMap((rule) => rule.codes));
  const src = join(import.meta.dirname, '../../src');
  const readers = ['content', 'config', 'model'].flatMap((folder) =>
    readdirSync(join(src, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(src, folder, name), 'utf8')),
  );
  const unnamed = codes.filter((code) => !byRules.has(code) && !readers.some((text) => text.includes(`'${code}'`)));
  expect(unnamed).toEqual([]);
});

test('a rule gives no code but those it names', () => {
  const src = join(import.meta.dirname, '../../src/model/rules');
  const texts = ['values', 'broadcast'].flatMap((folder) =>
    readdirSync(join(src, folder)).map((name) => readFileSync(join(src, folder, name), 'utf8')),
  );
  for (const text of texts) {
    const named = /codes: \[([^\]]*)\]/g;
    const declared = new Set([...text.matchAll(named)].flatMap(([, list]) => list!.match(/[a-z-]+/g) ?? []));
    const given = [...text.matchAll(/diagnose\(\s*'([a-z-]+)'/g)].map(([, code]) => code!);
    expect(given.filter((code) => !declared.has(code))).toEqual([]);
  }
});
