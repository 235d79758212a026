import { describe, expect, it } from 'vitest';
import { askedBy, asOfNow } from '../../src/plan/as-of-now.ts';
import { SENSITIVE, type Change, type Plan } from '../../src/plan/plan.ts';
import { World } from './world.ts';

const FILES = { 'places/a.yaml': 'name: Quay\n', 'places/b.yaml': 'name: Lawn\n' };

function plan(more: Partial<Plan> = {}): Plan {
  const world = new World();
  world.sync({});
  return { ...world.plan(FILES), ...more };
}

const withFirst = (made: Plan, more: Partial<Change>): Plan => ({
  ...made,
  changes: made.changes.map((change, index) => (index === 0 ? { ...change, ...more } : change)),
});

describe('a saved plan', () => {
  it('keeps its saved changes', () => {
    const saved = withFirst(plan(), { reason: 'as it was' });
    expect(asOfNow(saved, plan()).changes).toEqual(saved.changes);
    expect(asOfNow({ ...saved, notes: ['saved'] }, plan()).notes).toEqual(['saved']);
  });

  it('settles the intents that are open now, and no others', () => {
    const saved = withFirst(plan(), { settles: ['old'], waitsUntil: 1 });
    const [without] = asOfNow(saved, plan()).changes;
    expect(without).not.toHaveProperty('settles');
    expect(without).not.toHaveProperty('waitsUntil');
    const [first, second] = asOfNow(saved, withFirst(plan(), { settles: ['new'], waitsUntil: 0 })).changes;
    expect(first).toMatchObject({ settles: ['new'], waitsUntil: 0 });
    expect(second).not.toHaveProperty('settles');
  });

  it('gets only the intents of the same change', () => {
    const saved = plan();
    const now = withFirst(plan(), { action: 'update', settles: ['other'], waitsUntil: 5 });
    expect(asOfNow(saved, now).changes).toEqual(saved.changes);
  });

  it('is not asked for a value that only looks the same: one that is cleared, or hidden', () => {
    const update = (fields: Change['fields'], after?: Change['after']): Change =>
      ({ ...plan().changes[0]!, action: after ? 'update' : 'conflict', id: 'x', fields, after }) as Change;
    const asks = (now: Change, saved: Change): boolean => askedBy({ ...plan(), changes: [now] })(saved);
    const clearing = update([{ name: 'category', before: 'a', after: undefined }], { category: null });
    expect(asks(clearing, clearing)).toBe(true);
    expect(asks(update([{ name: 'category', before: 'a', after: 'back' }]), clearing)).toBe(false);
    const secret = (name: string): Change =>
      update([{ name: 'secret', before: undefined, after: SENSITIVE }], { secret: { $env: name } });
    expect(asks(secret('ONE'), secret('ONE'))).toBe(true);
    expect(asks(secret('OTHER'), secret('ONE'))).toBe(false);
  });

  it('says of the values on the target what is true now', () => {
    const [then, now] = [[{ address: 'places/a', field: 'name' }], [{ address: 'places/b', field: 'name' }]];
    const saved = plan({ storedDifferently: then, assumed: then });
    expect(asOfNow(saved, plan({ storedDifferently: now }))).toMatchObject({ storedDifferently: now });
    expect(asOfNow(saved, plan({ storedDifferently: now }))).not.toHaveProperty('assumed');
  });

  it('includes what is open and absent now', () => {
    const open = [{ address: 'places/a', kind: 'place', key: 'k', until: 1 }] as const;
    expect(asOfNow(plan({ open: [], absent: ['old'] }), plan({ open, absent: ['new'] }))).toMatchObject({
      open,
      absent: ['new'],
    });
  });

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
    [false, false, false],
  ])(
    'that was complete (%s), with a target that can be read completely now (%s), has complete: %s',
    (was, is, expected) => {
      expect(asOfNow(plan({ complete: was }), plan({ complete: is })).complete).toBe(expected);
    },
  );

  it('lists what cannot be read now, otherwise what could not be read then', () => {
    const then = { unread: [{ kind: 'place', reason: 'then' }], uncompared: ['places/a'] } as const;
    const now = { unread: [{ kind: 'event', reason: 'now' }], uncompared: ['events/a'] } as const;
    expect(asOfNow(plan(then), plan(now))).toMatchObject(now);
    expect(asOfNow(plan(then), plan())).toMatchObject(then);
    expect(asOfNow(plan(), plan())).not.toHaveProperty('unread');
    expect(asOfNow(plan(), plan())).not.toHaveProperty('uncompared');
  });

  it('counts the current changes that it leaves out: other changes, and those with different content', () => {
    const saved = plan();
    expect(asOfNow(saved, plan()).leftOut).toBe(0);
    expect(asOfNow({ ...saved, changes: saved.changes.slice(1) }, plan()).leftOut).toBe(1);
    expect(asOfNow(saved, withFirst(plan(), { after: { name: 'Quai' } })).leftOut).toBe(1);
    expect(asOfNow(saved, withFirst(plan(), { reason: 'in other words' })).leftOut).toBe(0);
  });
});
