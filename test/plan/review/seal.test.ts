import { describe, expect, it } from 'vitest';
import { digestOfSeal, sealOf, sealShape } from '../../../src/plan/review/plan-seal.ts';
import { digest } from '../../../src/values/digest.ts';
import { mismatchOf } from '../../../src/values/shape.ts';
import { World } from '../world.ts';
import { event, IDENTITY, sealed } from './sealed.ts';

const FILES = { 'events/opening.yaml': event('Opening'), 'events/closing.yaml': event('Closing') };

/** A target that has FILES. */
function synced(): World {
  const world = new World();
  world.sync(FILES);
  return world;
}

describe('the seal of a plan', () => {
  it('is the same for the same files and target', () => {
    const files = { ...FILES, 'events/opening.yaml': event('Grand opening') };
    expect(sealed(synced(), files)).toEqual(sealed(synced(), files));
  });

  it('does not depend on comments, the order of keys or the order of changes', () => {
    const files = { 'events/a.yaml': event('A'), 'events/b.yaml': event('B') };
    const respelt = { 'events/a.yaml': `# a comment\n${event('A')}`, 'events/b.yaml': event('B') };
    const plan = new World().plan(files);
    const reversed = { ...plan, changes: plan.changes.toReversed(), identity: IDENTITY };
    expect(sealed(new World(), respelt)).toEqual(sealed(new World(), files));
    expect(sealOf(reversed, digest)).toEqual(sealed(new World(), files));
  });

  it.each([
    ['a value that is sent', { ...FILES, 'events/opening.yaml': event('Grand  opening') }],
    [
      'a change that joins it',
      { ...FILES, 'events/opening.yaml': event('Grand opening'), 'events/x.yaml': event('X') },
    ],
    ['a change that leaves it', FILES],
  ])('differs with %s', (_, files) => {
    const reviewed = sealed(synced(), { ...FILES, 'events/opening.yaml': event('Grand opening') });
    expect(sealed(synced(), files).digest).not.toBe(reviewed.digest);
  });

  it('differs with the value that is overwritten', () => {
    const files = { ...FILES, 'events/opening.yaml': event('Grand opening') };
    const world = synced();
    const one = world.all('event').find(({ fields }) => fields['title'] === 'Opening')!;
    world.edit(one.id, { title: 'First night' });
    const choices = { ours: true };
    expect(sealed(world, files, { choices }).digest).not.toBe(sealed(synced(), files, { choices }).digest);
  });

  it('differs with the last text that an unread one is compared with, because that decides what a reviewer sees', () => {
    const plan = synced().plan({ ...FILES, 'events/opening.yaml': event('Grand opening') });
    const digestWith = (more: object): string => {
      const changes = plan.changes.map((each) => ({
        ...each,
        fields: each.fields.map((field) => ({ ...field, ...more })),
      }));
      return sealOf({ ...plan, changes, identity: IDENTITY }, digest).digest;
    };
    const seen = digestWith({ unread: true, last: 'Opening' });
    expect(digestWith({ unread: true, last: 'Grand opening' })).not.toBe(seen);
    expect(digestWith({ unread: true })).not.toBe(seen);
    expect(digestWith({})).not.toBe(digestWith({ unread: true }));
  });

  it('differs with the object that is deleted', () => {
    const { 'events/opening.yaml': kept } = FILES;
    const reviewed = sealed(synced(), { 'events/opening.yaml': kept });
    const plan = synced().plan({ 'events/opening.yaml': kept });
    const changes = plan.changes.map((change) =>
      change.action === 'delete' ? { ...change, id: 'another', fingerprint: 'another' } : change,
    );
    expect(reviewed.changes.map(({ action }) => action)).toEqual(['delete']);
    expect(sealOf({ ...plan, changes, identity: IDENTITY }, digest).digest).not.toBe(reviewed.digest);
  });

  it('differs between two targets', () => {
    const plan = synced().plan({});
    const other = { ...IDENTITY, broadcastId: 'c'.repeat(24) };
    expect(sealOf({ ...plan, identity: other }, digest).digest).not.toBe(
      sealOf({ ...plan, identity: IDENTITY }, digest).digest,
    );
  });

  it('contains no drift and no conflict, which send nothing', () => {
    const world = synced();
    world.edit(world.all('event')[0]!.id, { title: 'Edited there' });
    expect(world.plan(FILES).changes.map(({ action }) => action)).toEqual(['drift']);
    expect(sealed(world, FILES).changes).toEqual([]);
  });

  it('has a part for each field of an update, and one for any other change', () => {
    const files = {
      ...FILES,
      'events/opening.yaml': event('Grand opening', 'description: New\n'),
      'events/x.yaml': event('X'),
    };
    expect(sealed(synced(), files).changes.map(({ address, action, field }) => [address, action, field])).toEqual([
      ['events/opening', 'update', 'description'],
      ['events/opening', 'update', 'title'],
      ['events/x', 'create', undefined],
    ]);
  });

  it('has the shape in which it is read again', () => {
    const seal: unknown = JSON.parse(JSON.stringify(sealed(synced(), { 'events/x.yaml': event('X') })));
    expect(mismatchOf(seal, sealShape)).toBeUndefined();
  });

  it('has a digest that a command takes as a value, not as an option', () => {
    const seal = { version: 1, target: 'test', identity: IDENTITY, changes: [] } as const;
    expect(digestOfSeal(seal, () => '-abc-')).toBe('xabc-');
  });
});
