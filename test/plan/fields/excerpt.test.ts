import { describe, expect, it } from 'vitest';
import { belongsToOtherText } from '../../../src/plan/fields/echo.ts';

const TEXT =
  '# The *river*\n\nIt carries [boats](https://boats.example/all) and a good deal of wood &amp; sand, year after year, and then some.\n';

describe('the excerpt of an article', () => {
  it.each([
    ['of the text as written', TEXT.slice(0, 70)],
    ['of the text without its marks', 'The river It carries boats and a good deal of wood & sand'],
    ['of the text without the targets of its links', '# The *river* It carries [boats]() and a good deal'],
    [
      'that has a suffix of its own',
      'The river It carries boats and a good deal of wood & sand, year after year, and then … read more',
    ],
    ['that is empty', ''],
  ])('does not belong to a different text: one %s', (_, excerpt) => {
    expect(belongsToOtherText(excerpt, TEXT)).toBe(false);
  });

  it.each([
    ['of different words', 'The sea and what it carries'],
    ['that differs within its first sixty letters', 'The river It carries boats and a good deal of sand'],
    ['of a longer text', `${TEXT.replaceAll(/\W/g, ' ').slice(0, 40)}${'and so on '.repeat(9)}`],
  ])('belongs to a different text: one %s', (_, excerpt) => {
    expect(belongsToOtherText(excerpt, TEXT)).toBe(true);
  });

  it('is compared by sixty letters', () => {
    const letters = 'abcdefghij'.repeat(7);
    expect(belongsToOtherText(`${letters.slice(0, 60)}x`, letters)).toBe(false);
    expect(belongsToOtherText(`${letters.slice(0, 59)}x`, letters)).toBe(true);
  });

  it('decides nothing if it is missing or not text', () => {
    expect(belongsToOtherText(undefined, TEXT)).toBe(false);
    expect(belongsToOtherText('Another', undefined)).toBe(false);
    expect(belongsToOtherText('Another', ['a list'])).toBe(false);
  });
});
