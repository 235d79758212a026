import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/plan/plan.ts';
import { changeOf, entryOf, progressOf, recordOf, snapshotOf } from './bench.ts';

const update = (address: string): Change => changeOf({ action: 'update', address });

describe('what a run has learnt so far', () => {
  it('starts with the base and the lists', () => {
    const entry = entryOf('event', 'a');
    const record = recordOf('event', 'a', { title: 'A' });
    const progress = progressOf([], { 'events/a': entry }, snapshotOf(record));
    expect(progress.idOf('events/a')).toBe('a');
    expect(progress.entry('events/a')).toBe(entry);
    expect(progress.seen('event', 'a')).toBe(record);
    expect(progress.latest('event', 'a')).toBe(record);
    expect(progress.lastSent('a')).toBeUndefined();
  });

  it('has nothing about kinds that could not be read', () => {
    const unreadable = new Map([['event', { type: 'unreadable' }]] as const);
    const progress = progressOf([], {}, { ...snapshotOf(), kinds: unreadable });
    expect(progress.seen('event', 'a')).toBeUndefined();
    expect(progress.seen('place', 'a')).toBeUndefined();
  });

  it('keeps the id of everything that it wrote, and the rest only of what is needed again', () => {
    const progress = progressOf([update('events/once')], { 'events/once': entryOf('event', 'old') });
    progress.written('events/once', entryOf('event', 'new'), recordOf('event', 'new', { title: 'A' }));
    expect(progress.idOf('events/once')).toBe('new');
    expect(progress.entry('events/once')).toBeUndefined();
    expect(progress.latest('event', 'new')).toBeUndefined();
  });

  it.each([
    ['a document with several changes', [update('events/a'), update('events/a')]],
    ['a document that is replaced', [changeOf({ action: 'replace', address: 'events/a' })]],
  ])('keeps everything about %s', (_, changes) => {
    const progress = progressOf(changes, {}, snapshotOf(recordOf('event', 'a', { title: 'before' })));
    const [entry, record] = [entryOf('event', 'a'), recordOf('event', 'a', { title: 'after' })];
    progress.written('events/a', entry, record);
    expect(progress.entry('events/a')).toBe(entry);
    expect(progress.latest('event', 'a')).toBe(record);
    expect(progress.seen('event', 'a')).toMatchObject({ fields: { title: 'before' } });
    expect(progress.lastSent('a')).toBe(record);
  });

  it('keeps the last version of an object if a write showed nothing of it', () => {
    const found = recordOf('event', 'a', { title: 'found' });
    const progress = progressOf([update('events/a'), update('events/a')], {}, snapshotOf(found));
    progress.written('events/a', entryOf('event', 'a'));
    expect(progress.latest('event', 'a')).toBe(found);
    expect(progress.lastSent('a')).toBeUndefined();
    const answered = recordOf('event', 'a', { title: 'answered' });
    progress.written('events/a', entryOf('event', 'a'), answered);
    progress.written('events/a', entryOf('event', 'a'));
    expect(progress.latest('event', 'a')).toBe(answered);
  });

  it('has the base entry of a document whose write was not read back, and of no other', () => {
    const progress = progressOf([]);
    const unseen = { change: update('places/a'), id: 'a', named: {} };
    progress.notSeen(unseen);
    const entry = entryOf('place', 'a');
    progress.written('places/a', entry);
    progress.written('places/b', entryOf('place', 'b'));
    expect([...progress.unseen]).toEqual([['places/a', unseen]]);
    expect(progress.lastWritten('places/a')).toBe(entry);
    expect(progress.lastWritten('places/b')).toBeUndefined();
  });

  it('forgets a document, and one whose own object was deleted', () => {
    const entries = { 'events/a': entryOf('event', 'a'), 'events/b': entryOf('event', 'b') };
    const progress = progressOf([], entries);
    progress.forget('events/a');
    progress.deleted('events/b', 'the object that it replaced');
    expect([progress.idOf('events/a'), progress.entry('events/a')]).toEqual([undefined, undefined]);
    expect([progress.idOf('events/b'), progress.entry('events/b')]).toEqual(['b', entries['events/b']]);
    progress.deleted('events/b', 'b');
    expect([progress.idOf('events/b'), progress.entry('events/b')]).toEqual([undefined, undefined]);
  });
});
