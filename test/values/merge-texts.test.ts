import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hunksBetween, linesOf } from '../../src/values/hunks.ts';
import { ownMark } from '../../src/content/conflict-marks.ts';
import { mergeTexts } from '../../src/values/merge-texts.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 12 }).map((lines) => lines.join('\n'));

const merge = (ancestor: string, here: string, there: string) =>
  mergeTexts({ ancestor, here, there, thereName: 'web' });

describe('the differences of two texts', () => {
  it('turn one into the other', () => {
    fc.assert(
      fc.property(text, text, (old, now) => {
        const [from, to] = [linesOf(old), linesOf(now)];
        let shift = 0;
        const result = [...from];
        for (const hunk of hunksBetween(from, to)) {
          const lines = to.slice(hunk.newFrom, hunk.newTo);
          result.splice(hunk.from + shift, hunk.to - hunk.from, ...lines);
          shift += lines.length - (hunk.to - hunk.from);
        }
        expect(result.join('')).toBe(now);
      }),
      { numRuns: 1000 },
    );
  });

  it('are minimal', () => {
    expect(hunksBetween(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual([{ from: 1, to: 2, newFrom: 1, newTo: 2 }]);
    expect(hunksBetween(['a', 'b'], ['a', 'b'])).toEqual([]);
    expect(hunksBetween([], ['a'])).toEqual([{ from: 0, to: 0, newFrom: 0, newTo: 1 }]);
  });

  it('are a single one if the texts have next to nothing in common', () => {
    const many = (word: string): string[] => Array.from({ length: 5000 }, (_, index) => `${word} ${index}`);
    expect(hunksBetween(many('old'), many('new'))).toHaveLength(1);
  });
});

describe('a three-way merge', () => {
  it('takes what one side changed', () => {
    fc.assert(
      fc.property(text, text, (ancestor, changed) => {
        expect(merge(ancestor, changed, ancestor)).toEqual({ text: changed, conflicts: 0 });
        expect(merge(ancestor, ancestor, changed)).toEqual({ text: changed, conflicts: 0 });
        expect(merge(ancestor, changed, changed)).toEqual({ text: changed, conflicts: 0 });
      }),
      { numRuns: 1000 },
    );
  });

  it('takes what both sides changed in different lines', () => {
    expect(merge('1\n2\n3\n4\n5\n', '1!\n2\n3\n4\n5\n', '1\n2\n3\n4\n5?\n6\n')).toEqual({
      text: '1!\n2\n3\n4\n5?\n6\n',
      conflicts: 0,
    });
  });

  it('marks what both sides changed in the same lines, with both versions complete', () => {
    const { text: marked, conflicts } = merge('1\n2\n3', '1\nours\n3', '1\ntheirs\nmore\n3');
    expect(marked).toBe('1\n<<<<<<< here\nours\n=======\ntheirs\nmore\n>>>>>>> web\n3');
    expect(conflicts).toBe(1);
    expect(ownMark(marked)).toBe(2);
    expect(ownMark('<<<<<<< here, or there?\n')).toBe(undefined);
  });

  it('loses no line of either side', () => {
    fc.assert(
      fc.property(text, text, text, (ancestor, here, there) => {
        const { text: merged, conflicts } = merge(ancestor, here, there);
        if (conflicts > 0) expect(ownMark(merged)).toBeDefined();
        const [kept, old] = [merged.split('\n'), ancestor.split('\n')];
        for (const line of [...here.split('\n'), ...there.split('\n')]) {
          if (!old.includes(line)) expect(kept).toContain(line);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('has no limit on the lines between two changes', () => {
    const same = 'a\n'.repeat(260_000);
    expect(merge(`b\n${same}c\n`, `b!\n${same}c\n`, `b\n${same}c!\n`)).toEqual({
      text: `b!\n${same}c!\n`,
      conflicts: 0,
    });
  });
});
