import { describe, expect, it } from 'vitest';
import { begunUpdates, NO_CHOICES, sentFor, type OpenIntent } from '../../src/plan/context.ts';

it('nothing is overwritten, replaced, created twice, rolled back or left out without an explicit choice', () => {
  const { create, only, ...flags } = NO_CHOICES;
  expect(flags).toEqual({ ours: false, overwriteDrift: false, allowReplace: false, allowRollback: false });
  expect(create('places/a')).toBe(false);
  expect(only('places/a')).toBe(true);
});

const intent = (key: string, more: Partial<OpenIntent>): OpenIntent => ({
  key,
  address: 'places/a',
  kind: 'place',
  action: 'update',
  replaces: [],
  leaves: {},
  echoes: {},
  naturalKey: {},
  settlesAt: 0,
  ...more,
});

describe('updates of interrupted runs', () => {
  const intents = [
    intent('1', { id: 'x' }),
    intent('2', { id: 'y' }),
    intent('3', { id: 'x' }),
    intent('4', { action: 'create', id: 'x' }),
    intent('5', {}),
  ];
  const keys = (id: string | undefined) => begunUpdates(id, { intents }).map(({ key }) => key);

  it('are returned by object, in the order of the runs', () => {
    expect(keys('x')).toEqual(['1', '3']);
    expect(keys('x')).toEqual(['1', '3']);
    expect(keys('y')).toEqual(['2']);
  });

  it('are empty for an object that was not updated, and for a document without an object', () => {
    expect(keys('z')).toEqual([]);
    expect(keys('')).toEqual([]);
    expect(keys(undefined)).toEqual([]);
  });

  it('are limited to the given runs', () => {
    expect(begunUpdates('x', { intents: [] })).toEqual([]);
  });
});

describe('the value that such an update sent', () => {
  const update = intent('1', { leaves: { name: 'a', category: 'b' }, echoes: { name: '~a' } });

  it('is identified by its normal form, or by the value if that was not recorded', () => {
    expect(sentFor('name', [update])).toEqual(['~a']);
    expect(sentFor('category', [update])).toEqual(['b']);
    expect(sentFor('description', [update])).toEqual([]);
  });
});
