import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue, codes } from '../../src/diagnostics/catalogue.ts';
import { diagnose, inReadingOrder, isError, wholeFile, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { formatPath, isObject, valueAt } from '../../src/values/json.ts';

describe('a diagnostic', () => {
  it('has the severity of its code', () => {
    expect(diagnose('unknown-key', wholeFile('a.yaml'), 'no')).toEqual({
      code: 'unknown-key',
      severity: 'error',
      message: 'no',
      at: { file: 'a.yaml', line: 1, column: 1, length: 0, lineText: '' },
      notes: [],
    });
    expect(isError(diagnose('extra-key', wholeFile('a.yaml'), 'hm'))).toBe(false);
  });

  it('has a suggestion only if one was given', () => {
    expect(diagnose('bad-url', wholeFile('a'), 'no', { suggestion: undefined })).not.toHaveProperty('suggestion');
    expect(diagnose('bad-url', wholeFile('a'), 'no', { suggestion: 'yes' })).toMatchObject({ suggestion: 'yes' });
  });
});

it('has one place in reading order, regardless of the order before', () => {
  const place = fc.record({
    file: fc.constantFrom('a', 'B', 'a/b'),
    line: fc.nat(3),
    column: fc.nat(3),
    length: fc.constant(1),
    lineText: fc.constant(''),
  });
  const one = fc
    .tuple(fc.constantFrom(...codes), place, fc.constantFrom('x', 'y'))
    .map(([code, at, message]) => diagnose(code, at, message));
  fc.assert(
    fc.property(fc.array(one), (found: readonly Diagnostic[]) => {
      const ordered = inReadingOrder(found);
      expect(inReadingOrder(found.toReversed())).toEqual(ordered);
      expect(inReadingOrder(ordered)).toEqual(ordered);
    }),
  );
});

describe('the catalogue', () => {
  it.each(codes)('%s says what it is, why it matters and how to fix it', (code) => {
    const { severity, title, why, fix } = catalogue[code];
    expect(['error', 'warning', 'notice']).toContain(severity);
    expect(title).not.toMatch(/\.$/);
    expect(why).toMatch(/[.…]$/);
    expect(fix).toMatch(/[.…]$/);
  });

  it('has no title twice', () => {
    expect(new Set(codes.map((code) => catalogue[code].title)).size).toBe(codes.length);
  });
});

describe('paths', () => {
  const data = { menu: { sections: [{ title: 'A' }] }, list: [1, [2]] };

  it.each([
    [['menu', 'sections', 0, 'title'], 'menu.sections[0].title', 'A'],
    [['list', 1, 0], 'list[1][0]', 2],
    [[], '', data],
    [['menu', 'nothing', 'x'], 'menu.nothing.x', undefined],
    [['menu', 'constructor'], 'menu.constructor', undefined],
    [['list', 'length', 'x'], 'list.length.x', undefined],
  ])('%j', (path, text, value) => {
    expect(formatPath(path)).toBe(text);
    expect(valueAt(data, path)).toEqual(value);
  });

  it('an object is neither a list nor null', () => {
    expect([{}, [], null, 'a', 1, undefined].map(isObject)).toEqual([true, false, false, false, false, false]);
  });
});
