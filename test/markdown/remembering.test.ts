import { expect, it } from 'vitest';
import { forgetUnusedTexts, remembering } from '../../src/markdown/remembering.ts';

it('reads a text once, until it was not asked for between two times of forgetting', () => {
  const read: string[] = [];
  const numberOf = remembering((text) => read.push(text), { most: 10_000 });
  numberOf('saved');
  numberOf('shown');
  for (let time = 0; time < 3; time++) {
    forgetUnusedTexts();
    numberOf('shown');
  }
  expect(read).toEqual(['saved', 'shown']);
  numberOf('saved');
  expect(read).toEqual(['saved', 'shown', 'saved']);
});
