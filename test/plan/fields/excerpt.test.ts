import { describe, expect, it } from 'vitest';
import { isOfAnotherText } from '../../../src/plan/fields/excerpt.ts';

const TEXT =
  '# The *river*\n\nIt carries [boats](https://boats.example/all) and a good deal of wood &amp; sand, year after year, and then some.\n';

describe('the excerpt of an article', () => {
  it.each([
    ['of the text as it is written', TEXT.slice(0, 70)],
    ['of the text without its marks', 'The river It carries boats and a good deal of wood & sand'],
    ['of the text without the targets of its links', '# The *river* It carries [boats]() and a good deal'],
    [
      'that ends in something of its own',
      'The river It carries boats and a good deal of wood & sand, year after year, and then … read more',
    ],
    ['that is empty', ''],
  ])('is not of another text: one %s', (_, excerpt) => {
    expect(isOfAnotherText(excerpt, TEXT)).toBe(false);
  });

  it.each([
    ['of other words', 'The sea and what it carries'],
    ['that differs within its first sixty letters', 'The river It carries boats and a good deal of sand'],
    ['of a text that is longer', `${TEXT.replaceAll(/\W/g, ' ').slice(0, 40)}${'and so on '.repeat(9)}`],
  ])('is of another text: one %s', (_, excerpt) => {
    expect(isOfAnotherText(excerpt, TEXT)).toBe(true);
  });

  it('is compared by sixty letters, and by no more', () => {
    const letters = 'abcdefghij'.repeat(7);
    expect(isOfAnotherText(`${letters.slice(0, 60)}x`, letters)).toBe(false);
    expect(isOfAnotherText(`${letters.slice(0, 59)}x`, letters)).toBe(true);
  });

  it('says nothing where there is none, or no text', () => {
    expect(isOfAnotherText(undefined, TEXT)).toBe(false);
    expect(isOfAnotherText('Another', undefined)).toBe(false);
    expect(isOfAnotherText('Another', ['a list'])).toBe(false);
  });
});
