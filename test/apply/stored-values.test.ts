import { describe, expect, it } from 'vitest';
import { storedValues } from '../../src/apply/stored-values.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { KindName } from '../../src/kinds/registry.ts';
import type { BaseLeaf } from '../../src/model/base.ts';
import type { RemoteRecord } from '../../src/model/snapshot.ts';
import type { FieldChange } from '../../src/plan/plan.ts';
import { changeOf, entryOf, leaf, recordOf } from './bench.ts';

interface Given {
  readonly address?: string;
  readonly fields?: readonly FieldChange[];
  readonly record?: Partial<RemoteRecord>;
  readonly before?: Readonly<Record<string, BaseLeaf>>;
  readonly after?: Readonly<Record<string, BaseLeaf>>;
}

/** The report about these values, after the service answered with those. */
function said(sent: JsonObject, stored: JsonObject, { address = 'events/a', record, ...given }: Given = {}) {
  const change = changeOf({ action: 'update', address, after: sent, ...(given.fields && { fields: given.fields }) });
  return storedValues({
    change,
    named: sent,
    record: recordOf(change.kind as KindName, 'a', stored, record),
    present: given.before && entryOf(change.kind, 'a', { leaves: given.before }),
    entry: entryOf(change.kind, 'a', { leaves: given.after ?? {} }),
  });
}

describe('values that a service changed', () => {
  it('are reported if they were not stored as sent, and no others', () => {
    const sent = { title: ' Opening', category: 'talk', description: 'Two\r\nsets\n' };
    expect(said(sent, { title: 'Opening', category: 'talk', description: 'Two\nsets', added: 'by itself' })).toEqual([
      { field: 'title', sent: ' Opening', stored: 'Opening' },
    ]);
  });

  it('are unknown if they have not been read', () => {
    const change = changeOf({ action: 'create', address: 'events/a', after: { title: 'A' } });
    const entry = entryOf('event', 'a');
    expect(storedValues({ change, named: { title: 'A' }, record: undefined, present: undefined, entry })).toEqual([]);
  });

  it.each([undefined, null])('are reported if they should be cleared and are not: %s', (after) => {
    const fields = [{ name: 'category', before: 'talk', after }];
    expect(said({}, { category: 'talk' }, { fields })).toEqual([{ field: 'category', sent: '', stored: 'talk' }]);
  });

  it('are not reported for fields that the change leaves alone', () => {
    const fields = [{ name: 'category', before: 'talk', after: 'concert' }];
    expect(said({}, { category: 'talk' }, { fields })).toEqual([]);
  });

  it('are reported once if both set and cleared', () => {
    const fields = [{ name: 'category', before: 'talk', after: null }];
    expect(said({ category: null }, { category: 'talk' }, { fields })).toHaveLength(1);
  });

  it('are reported as JSON if they are not text', () => {
    const sent = { coordinates: { x: 1 }, tags: ['a'] };
    expect(said(sent, { coordinates: { x: 2 }, tags: ['b'] }, { address: 'places/a' })).toEqual([
      { field: 'coordinates.x', sent: '1', stored: '2' },
      { field: 'tags', sent: '["a"]', stored: '["b"]' },
    ]);
  });

  it('are reported if they were dropped', () => {
    expect(said({ category: 'talk' }, {})).toEqual([{ field: 'category', sent: 'talk', stored: '' }]);
  });
});

describe('values that are never reported', () => {
  it.each([
    ['a field that is declared to hold one', { secret: 'sent' }, { secret: 'stored' }, { address: 'webhooks/a' }],
    ['a value that names one', { url: { $env: 'URL' } }, { url: 'stored' }, { address: 'webhooks/a' }],
    ['a value that named one before', { title: 'sent' }, { title: 'stored' }, { before: { title: leaf('!digest') } }],
  ])('are secrets: %s', (_, sent, stored, given) => {
    expect(said(sent, stored, given)).toEqual([]);
  });

  it('are those that the service does not show', () => {
    expect(said({ title: 'A' }, {}, { record: { hidden: ['title'] } })).toEqual([]);
    expect(said({ coordinates: { x: 1 } }, {}, { address: 'places/a', record: { hidden: ['coordinates'] } })).toEqual(
      [],
    );
  });

  it('are those that the sending run has already reported', () => {
    const known = { title: leaf('sent', 'answered') };
    const differing = (before: BaseLeaf, after?: BaseLeaf) =>
      said({ title: 'A ' }, { title: 'A' }, { before: { title: before }, ...(after && { after: { title: after } }) });
    expect(differing(known.title, known.title)).toEqual([]);
    expect(differing(leaf('sent', 'another'), known.title)).toHaveLength(1);
    expect(differing(leaf('another', 'answered'), known.title)).toHaveLength(1);
    expect(differing(known.title)).toHaveLength(1);
    expect(said({ title: 'A ' }, { title: 'A' }, { after: known })).toHaveLength(1);
  });
});

describe('long values', () => {
  const shown = (sent: string, kept: string) => said({ title: sent }, { title: kept })[0];

  it('that are cut are reported with the number of remaining characters', () => {
    expect(shown('Opening night 🎉 and more', 'Opening night 🎉')).toMatchObject({ cutAfter: 15 });
    expect(shown('Opening night', 'Closing night')).not.toHaveProperty('cutAfter');
    expect(shown('Opening night', '')).not.toHaveProperty('cutAfter');
  });

  it('are shown completely up to a hundred characters', () => {
    const [sent, kept] = ['a'.repeat(100), 'b'.repeat(100)];
    expect(shown(sent, kept)).toEqual({ field: 'title', sent, stored: kept });
  });

  it('are cut after a hundred', () => {
    expect(shown('a'.repeat(101), 'b'.repeat(102))).toEqual({
      field: 'title',
      sent: `${'a'.repeat(100)}…`,
      stored: `${'b'.repeat(100)}…`,
    });
  });

  it('are shown from thirty characters before the first difference', () => {
    const same = 'x'.repeat(30);
    expect(shown(`${same}a`, `${same}b`)).toMatchObject({ sent: `${same}a`, stored: `${same}b` });
    expect(shown(`1${same}a`, `1${same}b`)).toMatchObject({ sent: `…${same}a`, stored: `…${same}b` });
    const long = 'y'.repeat(200);
    expect(shown(`${long}a${long}`, `${long}b`)).toMatchObject({
      sent: `…${'y'.repeat(30)}a${'y'.repeat(69)}…`,
      stored: `…${'y'.repeat(30)}b`,
    });
  });

  it('are shown from the start if they differ there, however much of the rest is equal', () => {
    const same = 'x'.repeat(50);
    expect(shown(`a${same}c`, `b${same}d`)).toMatchObject({ sent: `a${same}c`, stored: `b${same}d` });
  });

  it('that became text of themselves are not reported as cut', () => {
    const text = JSON.stringify(['x'.repeat(40)]);
    const end = `…${text.slice(-30)}`;
    expect(said({ tags: ['x'.repeat(40)] }, { tags: text })).toEqual([{ field: 'tags', sent: end, stored: end }]);
  });

  it('are not cut in the middle of a character', () => {
    expect(shown(`${'a'.repeat(99)}🎉`, 'b')!.sent).toBe(`${'a'.repeat(99)}\u{fffd}…`);
  });
});
