import { expect, it } from 'vitest';
import { NO_CHOICES } from '../../src/plan/context.ts';

it('nothing is overwritten, replaced, created twice, rolled back or left out without an explicit choice', () => {
  const { create, only, ...flags } = NO_CHOICES;
  expect(flags).toEqual({ ours: false, overwriteDrift: false, allowReplace: false, allowRollback: false });
  expect(create('places/a')).toBe(false);
  expect(only('places/a')).toBe(true);
});
