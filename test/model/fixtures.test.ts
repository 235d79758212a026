import { beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue, codes as allCodes } from '../../src/diagnostics/catalogue.ts';
import { importCodes } from '../../src/diagnostics/codes/import.ts';
import { siteCodes } from '../../src/diagnostics/codes/site.ts';
import type { Problems } from '../../src/model/rules/rule.ts';
import { broadcastRules, documentRules, valueRules } from '../../src/model/rules/rule-registry.ts';
import { expected, fixtures, found } from './fixture.ts';

/** Those of the site are found by a build, and tested with it. */
const codes = allCodes.filter((code) => !Object.hasOwn({ ...siteCodes, ...importCodes }, code));

describe('the fixture of each code has that problem and no other', () => {
  it.each(codes.map((code) => [code, catalogue[code].title] as const))('%s: %s', (code) => {
    expect(found(code)).toEqual(expected(code));
    expect(new Set(expected(code).map((each) => each.code))).toEqual(new Set([code]));
  });
});

it('every fixture belongs to a code', () => {
  expect([...fixtures].sort()).toEqual([...codes].sort());
});

describe('a rule reports only the codes it names', () => {
  const given = new Map([...valueRules, ...documentRules, ...broadcastRules].map((rule) => [rule, new Set<string>()]));
  beforeAll(() => {
    const checks = [...given.keys()].map((rule) => [rule, vi.spyOn(rule, 'check')] as const);
    for (const code of codes) found(code);
    for (const [rule, { mock, mockRestore }] of checks) {
      for (const { value } of mock.results)
        for (const { code } of [value as Problems].flat()) given.get(rule)!.add(code);
      mockRestore();
    }
  });

  it.each([...given.keys()].map((rule) => [rule.codes.join(', '), rule] as const))('%s', (_, rule) => {
    const codesOfRule: readonly string[] = rule.codes;
    expect([...given.get(rule)!].filter((code) => !codesOfRule.includes(code))).toEqual([]);
  });
});
