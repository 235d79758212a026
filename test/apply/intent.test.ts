import { describe, expect, it } from 'vitest';
import { intentOf, plannedIntents } from '../../src/apply/intent.ts';
import type { Action } from '../../src/plan/plan.ts';
import { changeOf, digest, entryOf, planOf, TIMES } from './bench.ts';

const digests = { digest, secretDigest: (name: string) => `!digest of ${name}` };
const sending = (named: object) => ({ named: named as never, idempotencyKey: 'key', at: 7 });

describe('an intent', () => {
  it('of a creation has what is sent, its normal form, and the natural key', () => {
    const named = { title: ' Opening  night', ...TIMES, description: 'Two sets' };
    expect(
      intentOf(changeOf({ action: 'create', address: 'events/a', after: named }), sending(named), digests),
    ).toEqual({
      type: 'intent',
      address: 'events/a',
      kind: 'event',
      idempotencyKey: 'key',
      action: 'create',
      at: 7,
      leaves: {
        title: '" Opening  night"',
        start_time: `"${TIMES.start_time}"`,
        end_time: `"${TIMES.end_time}"`,
        description: '"Two sets"',
      },
      echoes: {
        title: '~"Opening night"',
        start_time: `~"${TIMES.start_time}"`,
        end_time: `~"${TIMES.end_time}"`,
        description: '~"Two sets"',
      },
      naturalKey: { title: 'Opening night', ...TIMES },
    });
  });

  it('of an update has the object, and the values that it clears', () => {
    const change = changeOf({
      action: 'update',
      address: 'events/a',
      id: 'a',
      after: { title: 'New', category: null },
      sets: ['title'],
      fields: [
        { name: 'title', before: 'Old', after: 'New' },
        { name: 'category', before: 'talk', after: undefined },
      ],
    });
    expect(intentOf(change, sending({ title: 'New', category: null }), digests)).toEqual({
      type: 'intent',
      address: 'events/a',
      kind: 'event',
      idempotencyKey: 'key',
      action: 'update',
      at: 7,
      id: 'a',
      leaves: { title: '"New"', category: 'null' },
      echoes: { title: '~"New"', category: '~null' },
    });
  });

  it('of an update without an id has none', () => {
    const change = changeOf({ action: 'update', address: 'events/a', after: {} });
    expect(intentOf(change, sending({}), digests)).not.toHaveProperty('id');
  });

  it('does not count what a creation leaves out as cleared', () => {
    const fields = [{ name: 'category', before: 'talk', after: undefined }];
    const { leaves } = intentOf(changeOf({ action: 'replace', address: 'events/a', fields }), sending({}), digests);
    expect(leaves).toEqual({});
  });

  it('of a replacement has the objects that it replaces, and none of them as its own', () => {
    const change = changeOf({ action: 'replace', address: 'articles/a', id: 'old', after: { title: 'A' } });
    const present = entryOf('article', 'old', { replaces: ['older'] });
    const intent = intentOf(change, { ...sending({ title: 'A' }), present }, digests);
    expect(intent).toMatchObject({ action: 'create', replaces: ['old', 'older'], naturalKey: { title: 'A' } });
    expect(intent).not.toHaveProperty('id');
    expect(intentOf(change, sending({}), digests)).toMatchObject({ replaces: ['old'] });
  });

  it.each([
    ['a creation', { action: 'create', id: 'x' }],
    ['an update', { action: 'update', id: 'x' }],
    ['a replacement of nothing', { action: 'replace' }],
  ] as const)('of %s replaces nothing', (_, given) => {
    const present = entryOf('article', 'old', { replaces: ['older'] });
    const intent = intentOf(changeOf({ address: 'articles/a', ...given }), { ...sending({}), present }, digests);
    expect(intent).not.toHaveProperty('replaces');
  });

  it('has the digest of a secret, no normal form of it, and no key from it', () => {
    const named = { url: { $env: 'URL' }, secret: { $env: 'HOOK' }, events: ['event.created'] };
    const intent = intentOf(
      changeOf({ action: 'create', address: 'webhooks/a', after: named }),
      sending(named),
      digests,
    );
    expect(intent.leaves).toMatchObject({ secret: '!digest of HOOK', url: '!digest of URL' });
    expect(intent.echoes).toEqual({ events: '~["event.created"]' });
    expect(intent.naturalKey).toEqual({});
  });

  it('has no key from missing values', () => {
    const named = { title: 'A', published_at: null };
    const intent = intentOf(
      changeOf({ action: 'create', address: 'articles/a', after: named }),
      sending(named),
      digests,
    );
    expect(intent.naturalKey).toStrictEqual({ title: 'A' });
  });
});

describe('the announcement of a plan', () => {
  const run = {
    ...digests,
    allowReplace: true,
    now: () => 7,
    keyFor: ({ address }: { readonly address: string }) => `key of ${address}`,
  };
  const announced = (actions: readonly Action[], allowReplace: boolean): readonly string[] =>
    plannedIntents(
      planOf(actions.map((action) => changeOf({ action, address: `events/${action}`, id: 'x' }))),
      { ...run, allowReplace },
      new Map(),
    ).map(({ address }) => address);

  it('contains everything that is sent, and nothing else', () => {
    const all = ['create', 'update', 'replace', 'delete', 'adopt', 'move', 'forget', 'drift', 'manual'] as const;
    expect(announced(all, true)).toEqual(['events/create', 'events/update', 'events/replace']);
    expect(announced(all, false)).toEqual(['events/create', 'events/update']);
  });

  it('leaves out what waits for an earlier request', () => {
    const waiting = changeOf({ action: 'create', address: 'events/a', waitsUntil: 9 });
    expect(plannedIntents(planOf([waiting]), run, new Map())).toEqual([]);
  });

  it('has the key of the later request, the time, and the objects that it replaces', () => {
    const change = changeOf({ action: 'replace', address: 'articles/a', id: 'old', after: { title: 'A' } });
    const base = new Map([['articles/a', entryOf('article', 'old', { replaces: ['older'] })]]);
    expect(plannedIntents(planOf([change]), run, base)).toMatchObject([
      { idempotencyKey: 'key of articles/a', at: 7, replaces: ['old', 'older'], leaves: { title: '"A"' } },
    ]);
  });

  it('leaves out values that contain the id of a new object', () => {
    const after = {
      title: 'A',
      place_id: 'places/quay',
      nested: { deep: 'places/quay', beside: 'kept' },
      placeholder: 'kept',
    };
    const change = changeOf({
      action: 'create',
      address: 'events/a',
      after,
      sets: ['title', 'place_id', 'nested.deep', 'nested.beside', 'place', 'placeholder'],
      pointers: [
        { path: ['place_id'], address: 'places/quay' },
        { path: ['nested', 'deep'], address: 'places/quay' },
      ],
    });
    const [intent] = plannedIntents(planOf([change]), run, new Map());
    expect(Object.keys(intent!.leaves)).toEqual(['title', 'nested.beside', 'place', 'placeholder']);
    expect(intent!.leaves['nested.beside']).toBe('"kept"');
    expect(intent!.naturalKey).toEqual({ title: 'A' });
  });

  it('does not count a value that will contain such an id as cleared', () => {
    const change = changeOf({
      action: 'update',
      address: 'events/a',
      id: 'a',
      after: { place_id: 'places/quay' },
      fields: [{ name: 'place_id', before: 'q', after: 'places/quay' }],
      pointers: [{ path: ['place_id'], address: 'places/quay' }],
    });
    expect(plannedIntents(planOf([change]), run, new Map())[0]!.leaves).toEqual({});
  });

  it('identifies a list with such an id by its start', () => {
    const pointers = [{ path: ['blocks', 0, 'ref'], address: 'places/quay' }];
    const after = { blocks: [{ ref: 'places/quay' }], title: 'A' };
    const change = changeOf({ action: 'create', address: 'pages/a', after, pointers });
    expect(plannedIntents(planOf([change]), run, new Map())[0]!.leaves).toEqual({ title: '"A"' });
  });

  it('can be a change without a body', () => {
    const change = changeOf({ action: 'update', address: 'events/a', id: 'a' });
    expect(plannedIntents(planOf([change]), run, new Map())).toMatchObject([{ id: 'a', leaves: {} }]);
  });
});
