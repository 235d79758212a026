import { describe, expect, it } from 'vitest';
import {
  identification,
  resemblance,
  resemblanceOfDeleted,
  type Identity,
} from '../../../src/plan/identity/identity.ts';
import { World, type PlanOptions } from '../world.ts';
import { desire } from '../../../src/plan/fields/desired.ts';

const FILES = {
  'places/a.yaml': 'name: Quay\n',
  'pages/a.yaml': 'title: Info\n',
  'articles/a.md': '---\ntitle: News\n---\nText.\n',
};

const known = (
  identities: Readonly<Record<string, Identity>>,
  renewed: readonly string[] = [],
  options: PlanOptions = {},
) => identification(new Map(Object.entries(identities)), new World().input(FILES, options), new Set(renewed));

const TWIN = { type: 'twin', id: 'x' } as const;

describe('the id of a document on the target', () => {
  it('is that of its identity, if it has one', () => {
    const { idOf } = known({ 'places/a': TWIN, 'places/new': { type: 'new' } });
    expect([idOf('places/a'), idOf('places/new'), idOf('places/none')]).toEqual(['x', undefined, undefined]);
  });

  it('is unknown if this plan gives it a new one', () => {
    expect(known({ 'places/a': TWIN }, ['places/a']).idOf('places/a')).toBeUndefined();
    const world = new World();
    expect(identification(new Map([['places/a', TWIN]]), world.input(FILES)).idOf('places/a')).toBe('x');
  });
});

describe('a document can be pointed to', () => {
  it.each<[string, Identity | undefined, boolean]>([
    ['if it is on the target', TWIN, true],
    ['if it is about to be created', { type: 'new' }, true],
    ['but not if its object is unknown', { type: 'ambiguous', ids: ['x', 'y'] }, false],
    ['but not if an object may be the same thing', { type: 'lookalike', ids: ['x'], how: 'cut' }, false],
    ['but not if it is not identified', undefined, false],
  ])('%s', (_, identity, expected) => {
    const { canPoint } = known(identity ? { 'places/a': identity } : {});
    expect(canPoint('event', 'places/a')).toBe(expected);
  });

  it('but not without a file', () => {
    expect(known({ 'places/gone': TWIN }).canPoint('event', 'places/gone')).toBe(false);
  });

  it('but not if this target cannot create it', () => {
    const documented = new World({ profile: 'documented' });
    const identities = new Map<string, Identity>([['pages/a', { type: 'new' }]]);
    const { canPoint } = identification(identities, documented.input(FILES));
    expect(canPoint('page', 'pages/a')).toBe(false);
    expect(known({ 'pages/a': { type: 'new' } }).canPoint('page', 'pages/a')).toBe(true);
  });

  it('from the other surface only if both use the same id', () => {
    const identities = { 'articles/a': TWIN, 'pages/a': TWIN };
    expect(known(identities).canPoint('page', 'articles/a')).toBe(true);
    const target = { ...new World().target, sharedArticleIds: false };
    const apart = known(identities, [], { input: { target } });
    expect(apart.canPoint('page', 'articles/a')).toBe(false);
    expect(apart.canPoint('broadcast', 'pages/a')).toBe(true);
    expect(apart.canPoint('event', 'articles/a')).toBe(true);
  });
});

const input = new World().input({ 'places/a.yaml': 'name: Quay\n' });
const entity = input.broadcast.entities.get('places/a')!;
const desired = desire(entity, input, identification(new Map(), input));

describe('a document that may already be on the target', () => {
  const WAYS_OUT = 'to the file; to create a new one, run `gitcast sync --create places/a`';

  it.each([
    [{ ids: ['x'] }, 'place x on the target looks like it'],
    [{ how: 'cut', ids: ['x'] }, 'place x on the target starts with the same text'],
    [{ how: 'same-slot', ids: ['x'] }, 'place x on the target has the same place and time'],
  ] as const)('is reported with the object and both ways out: %j', (alike, beginning) => {
    const reason = resemblance(desired, alike);
    expect(reason.startsWith(beginning)).toBe(true);
    expect(reason.endsWith(`add \`$id: x\` ${WAYS_OUT}`)).toBe(true);
  });

  it('is reported with all objects if there are several', () => {
    expect(resemblance(desired, { ids: ['x', 'y'] })).toBe(
      `2 objects on the target look like it (x, y): to adopt it, add \`$id: the id of the right one\` ${WAYS_OUT}`,
    );
  });
  it('is reported as deleted if it was, with the command that deletes its file too', () => {
    expect(resemblanceOfDeleted(desired, { ids: ['x'] })).toBe(
      `deleted on the target; place x on the target looks like it: to adopt it, add \`$id: x\` ${WAYS_OUT}; to delete the file, run \`gitcast pull places/a --theirs\``,
    );
  });
});
