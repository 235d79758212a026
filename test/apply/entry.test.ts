import { describe, expect, it } from 'vitest';
import { entryAfter, withAnswer, type EntryParts } from '../../src/apply/entry.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { changeOf, digest, entryOf, leaf, recordOf } from './bench.ts';

/** After a change that sent these values, as far as digests go. */
const after = (named: JsonObject, more: Partial<EntryParts> = {}) =>
  entryAfter({
    change: changeOf({ action: 'update', address: 'events/a', after: named }),
    id: 'a',
    named,
    sent: Object.fromEntries(Object.keys(named).map((name) => [name, `sent ${name}`])),
    record: undefined,
    present: undefined,
    before: undefined,
    body: undefined,
    digest,
    ...more,
  });
const update = (more: object = {}) => changeOf({ action: 'update', address: 'events/a', ...more });

describe('the base entry of a document after a change', () => {
  it("has the object, and the service's version of each value that was sent", () => {
    const record = recordOf('event', 'a', { title: 'Opening', category: 'talk' }, { updatedAt: 'now' });
    expect(after({ title: 'Opening ', category: 'talk' }, { record })).toEqual({
      kind: 'event',
      id: 'a',
      leaves: { title: leaf('sent title', '"Opening"'), category: leaf('sent category') },
      seen: {},
      updatedAt: 'now',
    });
  });

  it("has the digest of the normal form if the service's version has not been read", () => {
    const { leaves } = after({ title: ' Opening  night' });
    expect(leaves).toEqual({ title: leaf('sent title', '~"Opening night"') });
  });

  it('assumes that values which are not shown are as sent', () => {
    const record = recordOf('event', 'a', {}, { hidden: ['title'] });
    expect(after({ title: 'Opening' }, { record }).leaves).toEqual({ title: leaf('sent title') });
  });

  it.each([
    ['shown', recordOf('webhook', 'a', { secret: 'what the target has' })],
    ['not shown', undefined],
  ])('assumes that a secret is as sent, even if it is %s', (_, record) => {
    expect(after({ secret: { $env: 'HOOK' } }, { record }).leaves).toEqual({ secret: leaf('sent secret') });
  });

  it('records a value that the service dropped', () => {
    const record = recordOf('event', 'a', {});
    expect(after({ category: 'talk' }, { record }).leaves).toEqual({ category: leaf('sent category', 'null') });
  });

  it('keeps known values, adds agreed ones, and drops those that are no longer managed', () => {
    const leaves = { kept: leaf('1'), agreed: leaf('2'), dropped: leaf('3'), cleared: leaf('4'), title: leaf('5') };
    const change = update({
      after: { title: 'New' },
      agreed: { agreed: leaf('6'), new: leaf('7') },
      drops: ['dropped'],
      fields: [
        { name: 'cleared', before: 'x', after: undefined },
        { name: 'title', before: 'Old', after: 'New' },
        { name: 'kept', before: 'x', after: 'shown, and not sent' },
      ],
    });
    expect(after({ title: 'New' }, { change, present: entryOf('event', 'a', { leaves }) }).leaves).toEqual({
      kept: leaf('1'),
      agreed: leaf('6'),
      new: leaf('7'),
      title: leaf('sent title', '~"New"'),
    });
  });

  it.each([
    [
      'the answer',
      { record: recordOf('event', 'a', {}, { updatedAt: 'answered' }), change: update({ updatedAt: 'planned' }) },
      'answered',
    ],
    ['the plan', { record: recordOf('event', 'a', {}), change: update({ updatedAt: 'planned' }) }, 'planned'],
    ['the base', { change: update() }, 'known'],
  ] as const)('takes the modification time from %s', (_, given, updatedAt) => {
    const present = entryOf('event', 'a', { updatedAt: 'known' });
    expect(after({}, { present, ...given }).updatedAt).toBe(updatedAt);
  });

  it('has no modification time if there is none', () => {
    expect(after({})).toEqual({ kind: 'event', id: 'a', leaves: {} });
  });

  it('has the time of this write, or of the last one', () => {
    const present = entryOf('event', 'a', { writtenAt: 1 });
    expect(after({}, { present, writtenAt: 2 }).writtenAt).toBe(2);
    expect(after({}, { present }).writtenAt).toBe(1);
    expect(after({}, { writtenAt: 0 })).toHaveProperty('writtenAt', 0);
  });

  it('names what it replaces, from the plan or from the previous entry', () => {
    const present = entryOf('event', 'a', { replaces: ['known'] });
    expect(after({}, { present, change: update({ replaces: ['planned'] }) }).replaces).toEqual(['planned']);
    expect(after({}, { present }).replaces).toEqual(['known']);
  });

  it('records the text of a body, the protection, and edits by others', () => {
    const change = update({ protect: true, edited: true });
    expect(after({}, { change, body: 'kept' })).toMatchObject({ body: 'kept', protect: true, edited: true });
    expect(after({}, { present: entryOf('event', 'a', { protect: true, edited: true }) })).toEqual({
      kind: 'event',
      id: 'a',
      leaves: {},
    });
  });

  it('records the unmanaged fields as they are after the change: those of a new object are from the service', () => {
    const record = recordOf('event', 'a', { title: 'Opening', category: 'talk' });
    expect(after({ title: 'Opening' }, { record }).seen).toEqual({ category: '+{"category":"talk"}' });
    expect(after({}, { before: recordOf('event', 'a', { category: 'talk' }) }).seen).toEqual({
      category: '{"category":"talk"}',
    });
  });

  it('keeps the seen values of the document, or of the object that it replaces', () => {
    const record = recordOf('event', 'a', { category: 'changed by others' });
    const known = entryOf('event', 'a', { seen: { category: 'as it was' } });
    expect(after({}, { record, present: known }).seen).toEqual({ category: 'as it was' });
    expect(after({}, { record, replaced: known }).seen).toEqual({ category: 'as it was' });
  });
});

describe('the same entry once the answer has been read', () => {
  const written = entryOf('place', 'a', {
    leaves: { name: leaf('sent name', '~"Quay"'), category: leaf('sent category', 'answered before') },
    updatedAt: 'then',
  });
  const answered = (
    fields: JsonObject,
    given: { entry?: typeof written; sets?: string[]; updatedAt?: string } = {},
  ) => {
    const { entry = written, sets = ['name'], updatedAt } = given;
    const record = recordOf('place', 'a', fields, updatedAt === undefined ? {} : { updatedAt });
    const change = changeOf({ action: 'update', address: 'places/a', sets });
    return withAnswer(entry, { change, named: { name: 'Quay ' }, record, digest });
  };

  it("has the service's version of each value that was sent, and leaves the others", () => {
    expect(answered({ name: 'Quay', category: 'stage' }, { updatedAt: 'now' })).toEqual({
      kind: 'place',
      id: 'a',
      leaves: { name: leaf('sent name', '"Quay"'), category: leaf('sent category', 'answered before') },
      seen: {},
      updatedAt: 'now',
    });
  });

  it('keeps the time if the answer has none', () => {
    expect(answered({ name: 'Quay' }).updatedAt).toBe('then');
  });

  it('has the unmanaged fields, unless it had seen them before', () => {
    const fields = { name: 'Quay', description: 'East' };
    expect(answered(fields).seen).toEqual({ description: '{"description":"East"}' });
    expect(answered(fields, { entry: { ...written, seen: { description: 'before' } } }).seen).toEqual({
      description: 'before',
    });
  });

  it('ignores a value that is no longer managed', () => {
    expect(answered({ name: 'Quay' }, { sets: ['name', 'description'] }).leaves).not.toHaveProperty('description');
  });

  it('is unchanged if there is no answer after all', () => {
    const change = changeOf({ action: 'update', address: 'places/a', sets: ['name'] });
    expect(withAnswer(written, { change, named: { name: 'Quay' }, record: undefined, digest })).toEqual(written);
  });
});
