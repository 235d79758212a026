import { expect, it } from 'vitest';
import { begunUpdates, NO_CHOICES } from '../../src/plan/context.ts';
import { openIntent } from './open-intent.ts';

it('nothing is overwritten, replaced, created twice, rolled back or left out without an explicit choice', () => {
  const { create, only, ...flags } = NO_CHOICES;
  expect(flags).toEqual({ ours: false, overwriteDrift: false, allowReplace: false, allowRollback: false });
  expect(create('places/a')).toBe(false);
  expect(only('places/a')).toBe(true);
});

it('a document without an object has no update of an interrupted run', () => {
  expect(begunUpdates(undefined, { intents: [openIntent(), openIntent({ id: 'x' })] })).toEqual([]);
});
